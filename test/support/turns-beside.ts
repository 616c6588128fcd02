/** Returns the number of turns of the event loop that other work got before `made` resolved. */
export const turnsBeside = async (made: Promise<unknown>): Promise<number> => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await made
  isOver = true
  return turns
}
