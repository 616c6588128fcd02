// @generated from src/server/config/config.schema.json by scripts/generate — do not edit

/**
 * Items: A file, or ethereum, solana, ethereum-debug or anvil; or a mapping where not all methods, or not their prices, are taken.
 */
export type ContractsData = (
  | string
  | {
      /**
       * The document, relative to this file.
       */
      file?: string
      /**
       * A document that comes with Tollgate, in the place of a file.
       */
      name?: 'ethereum' | 'solana' | 'ethereum-debug' | 'anvil'
      /**
       * Patterns: eth_get* takes methods (left out, all are taken), !debug_* leaves methods out.
       */
      methods: string[]
      /**
       * Methods that write, to be sent to all healthy nodes at once (16 at most), as with x-broadcast.
       */
      broadcast: string[]
      /**
       * Credits by method, in the place of x-credits; built-in methods can be given prices, too.
       */
      prices: {
        [k: string]: number
      }
    }
)[]

/**
 * tollgate.yaml: which plans callers have, which nodes answer, and every limit. Every scalar may use ${ENV} or ${ENV:-default}; a key whose whole value is ${ENV:-} counts as not written where the variable is not set.
 */
export interface ConfigData {
  listen: ListenData
  admin: AdminData
  dashboard: DashboardData
  /**
   * Where accounts, keys and credits are kept: sqlite:PATH, relative to this file, for one process; or postgres://USER:PASSWORD@HOST:PORT/DATABASE for several, with ?sslmode=verify-full&sslrootcert=FILE for a connection that is encrypted to a server that is verified.
   */
  store: string
  tokens?: TokensData
  /**
   * What a charge survives once its reply has left: normal a killed process, full (an fsync for each group of charges, on SQLite and of the journal) also a power cut.
   */
  synchronous: 'normal' | 'full'
  /**
   * What the ids of subscriptions are made from, and those of filters are sealed with, so that every replica with the same secret gives the same ids and, where it has the nodes under the same `name` and `url`, serves all filters. Left out, the store keeps one for all gateways on it.
   */
  stateSecret?: string
  /**
   * With PostgreSQL: the folder, relative to this file, where a process notes its charges until the store has them. It must outlive the process, so that a restart settles what a crash left, and its file system must have working locks. A copied journal, or one of another machine, is settled after its process was silent for a minute.
   */
  stateDir: string
  /**
   * What accounts can be given, by name.
   */
  plans: {
    [k: string]: PlanData
  }
  /**
   * The networks served, by name; the name is also the path prefix: /<network>/v3/<API_KEY>.
   */
  networks: {
    [k: string]: NetworkData
  }
  contracts: ContractsData
  limits: LimitsData
  cache: CacheData
  /**
   * Days for which usage is kept at all; older usage is deleted. They count back from the last days of calls: while no calls come, nothing is deleted. By the hour it is kept for 90 days at most, each call that went to a partner for 366, and counts of errors and latencies for 30.
   */
  usageDays: number
  /**
   * Addresses to which notices are posted: credits that run out, upstreams that go down and come back, configurations that are refused. Redirects are not followed.
   */
  webhooks: {
    /**
     * Where notices are posted.
     */
    url: string
    /**
     * What notices are signed with (HMAC-SHA256): write ${TOLLGATE_WEBHOOK_SECRET}.
     */
    secret: string
    /**
     * What is posted there.
     */
    events: ('credits' | 'upstream' | 'reload')[]
  }[]
  tracing?: TracingData
  log: LogData
}
/**
 * The public listener: HTTP and WebSocket on one port.
 */
export interface ListenData {
  /**
   * Address to listen on; 0.0.0.0 or :: for every interface.
   */
  host: string
  /**
   * TCP port; 0 takes a free one.
   */
  port: number
  /**
   * Certificate and key files (PEM), relative to this file; read again when they change. Without it the listener speaks plain HTTP.
   */
  tls?: {
    /**
     * Certificate chain, PEM.
     */
    cert: string
    /**
     * Private key, PEM.
     */
    key: string
  }
  /**
   * Where callers reach the gateway through what stands in front of it, with the path that is taken off there: https://rpc.example.com. Keys' addresses and the servers of the served contract are made of it. Left out, the address listened on; in the served contract, the one that was asked under.
   */
  publicUrl?: string
  /**
   * Whether GET /docs and /<network>/docs serve the reference of the methods, with a form to try them. It needs no key.
   */
  docs: boolean
  /**
   * Whether large replies to calls over HTTP are compressed for clients that ask for it with Accept-Encoding: brotli, gzip, and zstd from Node 22.15 on.
   */
  compression: boolean
  /**
   * How many proxies in front append to X-Forwarded-For; 0 takes the socket's address as the source.
   */
  trustedProxies: number
}
/**
 * The private listener: /livez, /readyz and /metrics, and the admin API behind the token.
 */
export interface AdminData {
  /**
   * Address to listen on; keep it private.
   */
  host: string
  /**
   * TCP port; 0 takes a free one.
   */
  port: number
  /**
   * Host names, without a port, under which the private listener is called besides addresses, localhost and its own host: any other Host header gets 421, because a page in the operator's browser could have made its name lead here.
   */
  hosts: string[]
  /**
   * Bearer token of the admin API; without one the admin API is off. A secret: write ${TOLLGATE_ADMIN_TOKEN}, or ${TOLLGATE_ADMIN_TOKEN:-} for off unless the variable is set.
   */
  token?: string
}
/**
 * The dashboard, for operators and account holders; docs/dashboard.md. It is at /dashboard of the private listener, and for account holders alone also on a listener of its own.
 */
export interface DashboardData {
  /**
   * Whether the dashboard is served.
   */
  enabled: boolean
  /**
   * Address of the listener for account holders.
   */
  host: string
  /**
   * TCP port of the listener for account holders; 0 takes a free one. Left out there is none, and account holders sign in on the private listener.
   */
  port?: number
  /**
   * Where account holders reach the dashboard through what stands in front of it, without a path: https://account.example.com. One-time links are made of it; with https, sessions are kept in cookies that browsers send over TLS only.
   */
  publicUrl?: string
  /**
   * An account holder's session ends when it was not used for this long; each use counts anew.
   */
  sessionDays: number
  /**
   * Where a one-time link is posted that an account's holder asked for on the sign-in page; the program there brings it to the holder. Left out, the page offers no new link.
   */
  linkWebhook?: {
    /**
     * Where links are posted. They are secret: use https, or an address of this machine.
     */
    url: string
    /**
     * What posts are signed with (HMAC-SHA256): write ${TOLLGATE_LINK_SECRET}.
     */
    secret: string
  }
  /**
   * Whom account holders ask for a new link, such as an e-mail address. The sign-in page shows it to anybody, as plain text.
   */
  contact?: string
  /**
   * Sign-in by an identity provider (OpenID Connect); docs/dashboard.md. It needs publicUrl. Left out, there is none.
   */
  openid?: {
    /**
     * The provider's issuer, below which its /.well-known/openid-configuration is. It must begin with https:, except on this machine.
     */
    issuer: string
    /**
     * The client's id, as the provider has registered it.
     */
    clientId: string
    /**
     * The client's secret; write ${TOLLGATE_OPENID_SECRET}.
     */
    clientSecret: string
    /**
     * Members of this group sign in on the private listener as the operator. Left out, the provider signs in account holders only.
     */
    operatorGroup?: string
    /**
     * The claim that lists a person's groups.
     */
    groupsClaim: string
    /**
     * A scope that operators' sign-ins ask for besides openid and email, if the provider gives the groups only with it.
     */
    groupsScope?: string
  }
}
/**
 * Tokens (JWT) that callers bring as Authorization: Bearer beside the key in the path; docs/accounts-and-keys.md. Left out, there are none.
 */
export interface TokensData {
  /**
   * File with the public keys of the issuer, a JSON Web Key Set, relative to this file: RS256, ES256 and EdDSA. Read again when it or this file changes.
   */
  jwks: string
  /**
   * What tokens have to have as iss.
   */
  issuer: string
  /**
   * What tokens have to have as aud, or in it.
   */
  audience: string
}
export interface PlanData {
  /**
   * Credits an account may use each UTC day. Left out, every account of the plan needs its own.
   */
  dailyCredits?: number
  /**
   * Credits an account may use each second; at least the price of the dearest method. Left out, every account of the plan needs its own.
   */
  creditsPerSecond?: number
  /**
   * Seconds' worth of its credits per second that an account may use at once after a pause; over time it gets no more than those. What a client sends at once for one transaction must pass. Limits of keys are not widened.
   */
  burstSeconds: number
  /**
   * Bytes of request bodies that an account may send to one process each second, over HTTP and WebSocket, refused calls included; packed ones count unpacked. What is more gets 429. At once may come a second's worth, and at least twice limits.maxBodyBytes. Left out, 256 bytes for each credit per second, and at least 1,048,576.
   */
  bodyBytesPerSecond?: number
  /**
   * WebSocket connections an account may hold open at once.
   */
  maxConnections: number
  /**
   * Subscriptions an account may have at once, over all its WebSocket connections.
   */
  maxSubscriptions: number
  /**
   * Whether an account of this plan may switch failover protection on.
   */
  failover: boolean
}
export interface NetworkData {
  /**
   * Which methods the network has.
   */
  family: 'evm' | 'solana'
  /**
   * Host names that mean this network, without a port; the path prefix works on every host.
   */
  hosts: string[]
  /**
   * The operator's own nodes.
   */
  upstreams: UpstreamData[]
  partner?: UpstreamData
  /**
   * Web origins whose pages may read replies to calls (CORS), as browsers send them: https://app.example; * for all. It keeps no one out who is no browser: that is what the allowlists of keys are for.
   */
  cors: string[]
  /**
   * Whether the block tag safe is served.
   */
  safeTag: boolean
  /**
   * Near-head network: how many of the latest blocks are served. Left out, all of them.
   */
  recentBlocks?: number
  /**
   * EVM chain id that its nodes must have; a node of another chain is never used. It answers eth_chainId while no node does. Left out, the nodes must agree: the first in this file that answers decides.
   */
  chainId?: number
  /**
   * Hash of the chain's first block, as its nodes write it; a node with another is never used. Left out, see chainId.
   */
  genesisHash?: string
  /**
   * Milliseconds from block to block. Left out, it is learned where blocks come regularly.
   */
  blockTimeMs?: number
  /**
   * Blocks (Solana: slots) that an upstream may be behind the network's head before it counts as behind and is asked after the others. Left out, 5 on EVM networks and 50 on Solana networks.
   */
  maxLag?: number
  /**
   * How the logs of a block are checked before subscriptions deliver them. bloom: against the header's bloom, besides their indexes; if two answers agree on logs that a bloom denies, blooms are ignored, and the log says so. receipts: eth_getBlockReceipts is asked instead of eth_getLogs and must fit the header's receiptsRoot, which sees every omission. off: by their indexes alone, which omitted last logs escape, for chains whose blooms are wrong.
   */
  verifyLogs: 'bloom' | 'receipts' | 'off'
  /**
   * Whether answers that can no longer change are kept, and eth_blockNumber is answered from the poll while no newer block can be there.
   */
  cache: boolean
  /**
   * Share of the upstreams' answers that is checked against the contract, 0 to 1. An upstream that often breaks it where another's answer fits is not asked for that method for a minute.
   */
  checkAnswers: number
  contracts: ContractsData
  /**
   * How often each upstream is asked for its head, half as often, down to every 5 s, while no call has come for half a minute; it is also how a node that is back, or of the wrong chain, is found. 0: never.
   */
  pollMs: number
  /**
   * What becomes of methods whose results live in one node, such as filters: refused, or bound to the node that made them, so that a key's later calls with the id go there. Left out: bound where the network has one upstream, else refused.
   */
  statefulMethods?: 'refuse' | 'bind'
  /**
   * Whether a call that reads and takes longer than the account's recent p95 for that method is asked of a second upstream; over time, at most one call in ten is.
   */
  hedging: boolean
}
export interface UpstreamData {
  /**
   * Name in logs and metrics; unique within the network.
   */
  name: string
  /**
   * http:// or https:// address of its JSON-RPC; may carry credentials, so it is never logged.
   */
  url: string
  /**
   * Fields that every request to it carries, such as a provider's key; the values are secrets. Authorization for Basic may also stand in the url, as user and password.
   */
  headers?: {
    [k: string]: string
  }
  /**
   * Whether it is asked for answers in gzip, which are unpacked up to limits.maxUpstreamBytes: for nodes behind a narrow or dear line. It costs several milliseconds of the processor for each megabyte.
   */
  gzip: boolean
  /**
   * ws:// or wss:// address of the node, for subscriptions that only nodes can answer: those of Solana, and pending transactions. It also announces new blocks of EVM networks sooner than pollMs. Without one those subscriptions are refused. A partner's is not used.
   */
  wsUrl?: string
  /**
   * Its share of the calls, beside the others'; 0: asked only when no other can answer.
   */
  weight: number
  /**
   * Whether it has the state of all blocks; such nodes are asked first for old ones.
   */
  archive: boolean
  /**
   * The provider's own limit, of which each process of the gateway takes this much; above it no call is sent there. Accounts share it. Polls count, and are sent all the same. Left out, none.
   */
  callsPerSecond?: number
  /**
   * Of a partner: whether its answers to eth_getStorageAt are checked with eth_getProof where a node of the network gave the block's state root.
   */
  verifyProofs?: boolean
  /**
   * Blocks that it takes in one eth_getLogs. Left out, any number.
   */
  maxBlockRange?: number
  /**
   * Bytes of one request's body that it takes; a longer call is not sent to it, and refused where no upstream of the network takes it. Left out, 51,200 on Solana networks (agave's default), and not known on EVM networks.
   */
  maxRequestBytes?: number
  /**
   * Whether cheap calls of one account in flight together share round trips: batch sends them as one JSON-RPC batch. For nodes that allow it.
   */
  share: 'off' | 'batch'
}
/**
 * Bounds that depend on the machine and on what stands in front. Each process has its own. docs/security.md has all bounds.
 */
export interface LimitsData {
  /**
   * HTTP request body, or one WebSocket message; a larger body gets 413, a larger message closes the connection with 1009. WebSockets that are open keep the limit under which they were opened when a reload changes it. As in geth, room for transactions with six blobs.
   */
  maxBodyBytes: number
  /**
   * Memory of HTTP request bodies and WebSocket messages that have not come whole, over all connections; at least maxBodyBytes. One account may have a quarter of it (or two bodies of maxBodyBytes), and so may all callers without a valid key together; the last quarter (less below four bodies of maxBodyBytes) is for accounts that have a 64th at most; what needs more gets 503, over WebSocket the close code 1013.
   */
  maxPendingBodyBytes: number
  /**
   * Calls in one batch; more get -32600.
   */
  maxBatch: number
  /**
   * One answer of an upstream; larger ones get 502.
   */
  maxUpstreamBytes: number
  /**
   * Upstream answers in memory at once, over all calls; at least twice maxUpstreamBytes, because one account may hold as much as it leaves free for the others. In the last quarter an account may hold an eighth of what it leaves free, or a 64th of all. A sixteenth is kept for answers up to 64 KiB and the gateway's own questions.
   */
  maxHeldBytes: number
  /**
   * Connections to one upstream at once. While calls have all of them, a poll has one more.
   */
  maxUpstreamConnections: number
  /**
   * How long an idle HTTP connection stays open; longer than that of a load balancer in front. Five seconds at most where no good key came on it, unless listen.trustedProxies is set.
   */
  keepAliveTimeoutMs: number
  /**
   * Connections of all clients to the public listener. When so many are open, a new one takes the place of the idlest on which no good key came, else of the idlest without a request, else of one of the account that has most; it is ended where its own account has as many. Up to 1,024 more are open until their keys are known.
   */
  maxConnections: number
  /**
   * How long calls in flight may take to finish after SIGTERM. WebSocket connections with subscriptions close one by one over its first half.
   */
  drainTimeoutMs: number
  /**
   * A WebSocket refused more often than this for five seconds is closed with 1008. Failures of nodes and of the store do not count, nor do ends of Solana subscriptions that have ended.
   */
  maxRefusalsPerSecond: number
}
/**
 * Answers that can no longer change, kept to be given again.
 */
export interface CacheData {
  /**
   * Memory for all of them, keys and bookkeeping included.
   */
  maxBytes: number
  /**
   * Redis or Valkey where several gateways share them, redis://USER:PASSWORD@HOST:PORT/DATABASE; rediss:// with TLS. It may vanish without harm.
   */
  shared?: string
}
/**
 * Sends the traces of calls to an OpenTelemetry collector (OTLP over HTTP, JSON). Left out, callers' traces are passed on to the nodes and not recorded.
 */
export interface TracingData {
  /**
   * Where spans are posted, with the path: http://127.0.0.1:4318/v1/traces.
   */
  endpoint: string
  /**
   * Sent with every request to the collector; values are secrets: write ${NAME}.
   */
  headers: {
    [k: string]: string
  }
  /**
   * Share of the traces that begin here which are recorded.
   */
  ratio: number
  /**
   * Of a call that brings a trace: follow its caller's decision whether it is recorded, or ignore it and decide by the ratio.
   */
  parent: 'follow' | 'ignore'
}
/**
 * What is written to standard error.
 */
export interface LogData {
  /**
   * The least important entries that are written.
   */
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /**
   * Share of the calls answered with a result whose lines are written (0.01: one in a hundred). Errors, refusals and everything else are always written, up to a bound for refused calls.
   */
  sample: number
}
