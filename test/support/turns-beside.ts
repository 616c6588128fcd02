/** How many turns of the event loop others had before `made` was there. */
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
