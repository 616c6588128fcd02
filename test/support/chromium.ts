import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { aptGet } from './apt-get.js'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome', 'chromium-headless-shell']

const onPath = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path))

/** The browser that tests use: `CHROMIUM`, one on the PATH, or else Debian's, installed as root. */
const findChromium = (): string => {
  const found = process.env.CHROMIUM ?? onPath()
  if (found !== undefined) return found
  let trouble = ''
  try {
    aptGet(['update'])
    aptGet(['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'])
  } catch (error) {
    trouble = `: ${(error as Error).message}`
  }
  const installed = onPath()
  if (installed === undefined) throw new Error(`no Chromium to test with: install it, or name it in CHROMIUM${trouble}`)
  return installed
}

/**
 * Starts Chromium without a window. Errors: no Chromium is installed, and it cannot be installed.
 */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    // A root user has no sandbox; the tests open pages of their own gateways only.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
