import { jest } from '@jest/globals'
/**
 * Makes a method take a millisecond, and resolves after `count` calls of it to the number of calls
 * in each turn of the event loop.
 */
export const visitedByTurn = <Name extends string>(
  owner: { [name in Name]: (...given: never[]) => unknown },
  name: Name,
  count: number,
): Promise<number[]> =>
  new Promise((resolve) => {
    const visited = [0]
    let left = count
    const turn = (): void => {
      visited.push(0)
      if (left > 0) setImmediate(turn)
      else resolve(visited)
    }
    setImmediate(turn)
    jest.spyOn(owner, name as never).mockImplementation((() => {
      const endsMs = performance.now() + 1
      while (performance.now() < endsMs);
      visited[visited.length - 1]!++
      left--
    }) as never)
  })
