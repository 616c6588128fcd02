import { useState } from 'preact/hooks'
import type { CreatedKey } from '../../../../../generated/admin.js'
import type { PageFacts } from '../page-data.js'
import { Card, Choice, Copied } from '../parts/basics.js'
import { type AccountPage, quotedName } from './account-page.js'

const EVM: Readonly<Record<string, (url: string) => string>> = {
  curl: (url) => `curl -s ${url} -d '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'`,
  viem: (url) =>
    `import { createPublicClient, http } from 'viem'\n\nconst client = createPublicClient({ transport: http('${url}') })\nconsole.log(await client.getBlockNumber())`,
  ethers: (url) =>
    `import { JsonRpcProvider } from 'ethers'\n\nconst provider = new JsonRpcProvider('${url}')\nconsole.log(await provider.getBlockNumber())`,
}
const SOLANA: Readonly<Record<string, (url: string) => string>> = {
  curl: (url) =>
    `curl -s ${url} -d '{"jsonrpc":"2.0","id":1,"method":"getTokenAccountBalance","params":["TOKEN_ACCOUNT"]}'`,
  kit: (url) =>
    `import { address, createSolanaRpc } from '@solana/kit'\n\nconst rpc = createSolanaRpc('${url}')\nconsole.log(await rpc.getTokenAccountBalance(address('TOKEN_ACCOUNT')).send())`,
}

/** Only curl's example is shown if callers send more than the address. */
const withSecret = (curl: string, secret: string): string => curl.replace('curl -s ', `curl -s -u :${secret} `)

/** Header that sends a secret: the password of Basic, without a user (RFC 7617). */
const headerOf = (secret: string): string => `Authorization: Basic ${btoa(`:${secret}`)}`

const Network = ({
  urls,
  facts,
  secret,
}: {
  urls: CreatedKey['urls'][number]
  facts: PageFacts
  secret: string | undefined
}) => {
  const family = facts.networks.find(({ name }) => name === urls.network)?.family
  const all = family === 'solana' ? SOLANA : EVM
  const snippets = secret === undefined ? all : { curl: (url: string) => withSecret(all.curl!(url), secret) }
  const [tool, setTool] = useState('curl')
  const code = snippets[tool]!(urls.http)
  return (
    <div class="network-urls">
      <h3>{urls.network}</h3>
      <dl>
        <dt>HTTP</dt>
        <dd>
          <code>{urls.http}</code> <Copied text={urls.http} label={`HTTP address of ${urls.network}`} />
        </dd>
        <dt>WebSocket</dt>
        <dd>
          <code>{urls.webSocket}</code> <Copied text={urls.webSocket} label={`WebSocket address of ${urls.network}`} />
        </dd>
      </dl>
      <div class="snippet-head">
        <Choice
          label={`Example for ${urls.network}`}
          choices={Object.keys(snippets)}
          chosen={tool}
          onChoose={setTool}
        />
        <Copied text={code} label={`example for ${tool}`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre tabIndex={0}>{code}</pre>
    </div>
  )
}

/**
 * The text of a new key, with its addresses and examples. It is shown only this once: the gateway
 * has only its hash.
 */
export const NewKeyText = ({ made, page, onClose }: { made: CreatedKey; page: AccountPage; onClose(): void }) => (
  <Card
    title={`Your new key ${quotedName({ ...page.keys.find(({ id }) => id === made.id), id: made.id })}`}
    more={
      <button type="button" onClick={onClose}>
        I have kept it
      </button>
    }
  >
    <p class="trouble" role="alert">
      Keep it now: it is shown this once, and nobody can look it up. Whoever has it spends your credits.
    </p>
    <p>
      <code class="key-text">{made.key}</code> <Copied text={made.key} label="the key" />
    </p>
    {made.secret !== undefined && (
      <dl>
        <dt>Secret, which callers send beside it</dt>
        <dd>
          <code class="key-secret">{made.secret}</code> <Copied text={made.secret} label="the secret" />
        </dd>
        <dt>As a header</dt>
        <dd>
          <code class="link">{headerOf(made.secret)}</code> <Copied text={headerOf(made.secret)} label="the header" />
        </dd>
      </dl>
    )}
    {made.urls.map((urls) => (
      <Network key={urls.network} urls={urls} facts={page.facts} secret={made.secret} />
    ))}
  </Card>
)
