import { joinWakeUp } from '../../src/runtime/every-second.js'

const OFTEN_MS = 50

/** During each test, what is due every second (`everySecond`) is done twenty times as often. */
export const wakeUpOften = (): void => {
  let seconds = 0
  let timer: NodeJS.Timeout
  beforeEach(() => {
    timer = setInterval(() => joinWakeUp(1_000 * ++seconds), OFTEN_MS)
  })
  afterEach(() => clearInterval(timer))
}
