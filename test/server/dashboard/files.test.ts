import { askDashboard } from '../../support/dashboard.js'
import { holdersGateway } from '../../support/holders-gateway.js'

const { gateway } = holdersGateway()
const ask = (path: string) => askDashboard(gateway.adminUrl, `/dashboard/${path}`, { origin: null })
const named = async (pattern: RegExp) => pattern.exec((await ask('')).text)![1]!

test.each([
  ['script', /src="(app-\w+\.js)"/, 'app-0123456789.js'],
  ['style', /href="(style-\w+\.css)"/, 'style-0123456789.css'],
])("a page of another version gets this one's %s, which browsers ask for again", async (_, pattern, other) => {
  const [ours, theirs] = [await ask(await named(pattern)), await ask(other)]
  expect(ours.headers.get('cache-control')).toContain('immutable')
  expect([theirs.status, theirs.text === ours.text]).toEqual([200, true])
  expect(theirs.headers.get('content-type')).toBe(ours.headers.get('content-type'))
  expect(theirs.headers.get('cache-control')).toBe('no-cache')
})

test.each(['app.js', 'app-0123456789.css', 'other-0123456789.js', 'app-0123456789.js.map', 'toString'])(
  'there is no file %s',
  async (name) => {
    expect((await ask(name)).status).toBe(404)
  },
)
