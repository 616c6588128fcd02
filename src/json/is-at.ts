/** Whether `text` stands in `bytes` at `start`. Byte by byte: for a few bytes node's own comparison costs more to call than to do. */
export const isAt = (bytes: Buffer, start: number, text: Buffer): boolean => {
  if (bytes.length - start < text.length) return false
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text[at]) return false
  return true
}
