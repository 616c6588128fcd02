import { ADMIN_TOKEN } from './admin-api.js'
import { startChromium } from './chromium.js'
import { startTestGateway } from './gateway.js'
import { started } from './started.js'

/** A browser, and a gateway with the dashboard and a dead node, for the tests of this file. */
export const operatorDashboard = () => {
  const gateway = started(() =>
    startTestGateway({
      networks: { main: { urls: ['http://127.0.0.1:1'] } },
      admin: { token: ADMIN_TOKEN },
      dashboard: { enabled: true },
    }),
  )
  return { gateway, browser: started(startChromium) }
}
