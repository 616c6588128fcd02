// @generated from openrpc.json by scripts/generate — do not edit

/** A JSON Schema of the document. */
export interface DocumentSchema {
  [keyword: string]: unknown
}

/** A parameter or a result of a method. */
export interface DocumentContent {
  name: string
  description?: string
  required?: boolean
  schema: DocumentSchema
  'x-completed-with'?: unknown
}

/** A method as the document describes it; the extensions are explained in `x-extensions`. */
export interface DocumentMethod {
  name: string
  summary?: string
  description?: string
  params: readonly DocumentContent[]
  result: DocumentContent
  errors: readonly { $ref: string }[]
  examples: readonly {
    name: string
    description?: string
    params: readonly { name: string; value: unknown }[]
    result: { name: string; value: unknown }
  }[]
  'x-family': 'evm' | 'solana'
  'x-credits': number
  'x-credits-by'?: { base: number; perResultKiB?: number; each?: number; of?: string }
  [member: string]: unknown
}

/** An address pattern: `${network}` and `${key}` stand for the variables. */
export interface DocumentServer {
  name?: string
  summary?: string
  description?: string
  url: string
  variables?: Readonly<Record<string, { default: string; description?: string; enum?: readonly string[] }>>
}

/** The OpenRPC document. */
export interface Document {
  openrpc: string
  info: { title: string; version: string; description?: string; [member: string]: unknown }
  servers: readonly DocumentServer[]
  methods: readonly DocumentMethod[]
  components: {
    schemas: Readonly<Record<string, DocumentSchema>>
    errors: Readonly<Record<string, { code: number; message: string; data?: unknown }>>
  }
  [member: string]: unknown
}

/** The answer of GET /openrpc.json and rpc.discover. */
export const document: Document = {
"openrpc": "1.3.2",
"info": {
"title": "Tollgate",
"version": "0.1.0",
"license": {
"name": "Apache-2.0",
"url": "https://www.apache.org/licenses/LICENSE-2.0"
},
"description": "A gateway in front of EVM and Solana nodes. Requests are JSON-RPC 2.0 over HTTP POST or WebSocket, one at a time or in batches, with an API key in the path or in a header (`Authorization` or `X-API-Key`); each call costs credits of a daily balance. The reserved method `rpc.discover` returns this document, free of charge; `GET /openrpc.json` does too."
},
"servers": [
{
"name": "http",
"summary": "HTTP POST",
"description": "One request or one batch in each body.",
"url": "http://127.0.0.1:8545/${network}/v3/${key}",
"variables": {"network":{"default":"ethereum-mainnet","description":"Name of the network; it may be left out where the host names the network."},"key":{"default":"API_KEY","description":"The API key."}}
},
{
"name": "websocket",
"summary": "WebSocket",
"description": "One request or one batch in each message; many may be in flight.",
"url": "ws://127.0.0.1:8545/${network}/ws/v3/${key}",
"variables": {"network":{"default":"ethereum-mainnet","description":"Name of the network; it may be left out where the host names the network."},"key":{"default":"API_KEY","description":"The API key."}}
}
],
"methods": [
{
"name": "eth_chainId",
"summary": "The chain id of the network",
"description": "Returns the chain id that transactions of this network are signed with (EIP-695). Some clients ask for it before anything else.",
"paramStructure": "by-position",
"params": [],
"result": {"name":"chainId","description":"The chain id.","schema":{"$ref":"#/components/schemas/Quantity"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-evm"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"}],
"x-family": "evm",
"x-credits": 5,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"none"},
"x-finality": "constant",
"x-failover": false,
"x-answers": "chain-id",
"x-contracts": "open",
"x-reasons": {"x-finality":"EIP-155: a chain keeps its id; another id is another network."},
"examples": [{"name":"local-chain","description":"The chain id of a local anvil.","params":[],"result":{"name":"chainId","value":"0x7a69"}}]
},
{
"name": "eth_blockNumber",
"summary": "The number of the latest block",
"description": "Returns the number of the most recent block. Also a way to check that a network can be reached.",
"paramStructure": "by-position",
"params": [],
"result": {"name":"blockNumber","description":"Number of the most recent block.","schema":{"$ref":"#/components/schemas/Quantity"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-evm"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"}],
"x-family": "evm",
"x-credits": 80,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"none"},
"x-finality": "never",
"x-failover": false,
"x-contracts": "open",
"x-answers": "newest-block",
"examples": [{"name":"simple-test","description":"The head of a chain of 54 blocks.","params":[],"result":{"name":"blockNumber","value":"0x36"}}]
},
{
"name": "eth_getStorageAt",
"summary": "The value at a storage position of an address",
"description": "Returns the value at a storage position of an address, at a block. Accounts whose plan includes failover protection, and whose holder switched it on, are answered by a partner provider when no node of the network can answer.",
"paramStructure": "by-position",
"params": [{"name":"address","description":"The address whose storage is read.","required":true,"schema":{"$ref":"#/components/schemas/EvmAddress"}},{"name":"position","description":"The position in storage.","required":true,"schema":{"$ref":"#/components/schemas/StoragePosition"}},{"name":"block","description":"The block whose state is read.","required":true,"x-completed-with":"latest","schema":{"$ref":"#/components/schemas/BlockParameter"}}],
"result": {"name":"value","description":"The value at the position.","schema":{"$ref":"#/components/schemas/StorageValueOrNull"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-evm"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/safe-tag-unsupported"},{"$ref":"#/components/errors/outside-window"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"}],
"x-family": "evm",
"x-credits": 80,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"block","param":2},
"x-finality": "block",
"x-failover": true,
"x-contracts": {"addresses":["/0"],"beside":["/1","/2"]},
"x-proof": "eip-1186",
"examples": [{"name":"get-storage","description":"Slot 0 of a contract.","params":[{"name":"address","value":"0x7dcd17433742f4c0ca53122ab541d0ba67fc27df"},{"name":"position","value":"0x0000000000000000000000000000000000000000000000000000000000000000"},{"name":"block","value":"latest"}],"result":{"name":"value","value":"0x0000000000000000000000000000000000000000000000000000000000000038"}},{"name":"get-storage-unknown-account","description":"An account that does not exist has zero everywhere.","params":[{"name":"address","value":"0xc1cadaffffffffffffffffffffffffffffffffff"},{"name":"position","value":"0x0100000000000000000000000000000000000000000000000000000000000000"},{"name":"block","value":"latest"}],"result":{"name":"value","value":"0x0000000000000000000000000000000000000000000000000000000000000000"}}]
},
{
"name": "eth_getLogs",
"summary": "The logs that match a filter",
"description": "Returns the logs that match a filter of addresses, topics and blocks. Up to 5,000 addresses and topics in one filter, up to 10,000 results, up to 10 seconds; narrow the range of blocks when a limit is met.",
"paramStructure": "by-position",
"params": [{"name":"filter","description":"What to look for, and where.","required":true,"schema":{"$ref":"#/components/schemas/LogFilter"}}],
"result": {"name":"logs","description":"The logs, in the order of the chain.","schema":{"$ref":"#/components/schemas/Logs"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-evm"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/safe-tag-unsupported"},{"$ref":"#/components/errors/outside-window"},{"$ref":"#/components/errors/too-many-parameters"},{"$ref":"#/components/errors/block-hash-and-range"},{"$ref":"#/components/errors/invalid-block-range"},{"$ref":"#/components/errors/block-range-too-wide"},{"$ref":"#/components/errors/too-many-results"},{"$ref":"#/components/errors/query-timeout"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"}],
"x-family": "evm",
"x-credits": 255,
"x-limits": {"timeoutMs":10000,"timeoutError":"query-timeout","maxParameters":5000,"countedParameters":["/0/address","/0/topics"],"maxResults":10000},
"x-position": {"kind":"block-range","param":0},
"x-finality": "block",
"x-failover": false,
"x-contracts": {"addresses":["/0/address"],"beside":["/0/fromBlock","/0/toBlock","/0/blockHash","/0/topics"]},
"x-handler": true,
"examples": [{"name":"contract-addr","description":"The logs of one contract in four blocks.","params":[{"name":"filter","value":{"address":["0x7dcd17433742f4c0ca53122ab541d0ba67fc27df"],"fromBlock":"0x1","toBlock":"0x4"}}],"result":{"name":"logs","value":[{"address":"0x7dcd17433742f4c0ca53122ab541d0ba67fc27df","topics":["0x00000000000000000000000000000000000000000000000000000000656d6974","0xf4da19d6c17928e683661a52829cf391d3dc26d581152b81ce595a1207944f09"],"data":"0x0000000000000000000000000000000000000000000000000000000000000000","blockNumber":"0x2","transactionHash":"0x5bc704d4eb4ce7fe319705d2f888516961426a177f2799c9f934b5df7466dd33","transactionIndex":"0x2","blockHash":"0xb4874cd66b2070da5d1905b5937e97c82d1891747739b3ebb0f7f6ffc9ad518a","blockTimestamp":"0x14","logIndex":"0xa","removed":false},{"address":"0x7dcd17433742f4c0ca53122ab541d0ba67fc27df","topics":["0x00000000000000000000000000000000000000000000000000000000656d6974","0x95b7276947f6331672b0c63eca28c1d39f25286d5e2793d6a487837ff1475ba0"],"data":"0x0000000000000000000000000000000000000000000000000000000000000001","blockNumber":"0x4","transactionHash":"0xd48ebacfb769b85602310e2e0cf322e19f8cce25ac69cfd52f2d8622e3bbc3c9","transactionIndex":"0x1","blockHash":"0x98f797a6af91ea770ab3a99d89c17a3a46d14c76db6bb711b18156a3493d2c94","blockTimestamp":"0x28","logIndex":"0x0","removed":false}]}},{"name":"filter-with-blockHash-and-topics","description":"One block, by its hash, and two topics.","params":[{"name":"filter","value":{"blockHash":"0x98f797a6af91ea770ab3a99d89c17a3a46d14c76db6bb711b18156a3493d2c94","topics":[["0x00000000000000000000000000000000000000000000000000000000656d6974"],["0x95b7276947f6331672b0c63eca28c1d39f25286d5e2793d6a487837ff1475ba0"]]}}],"result":{"name":"logs","value":[{"address":"0x7dcd17433742f4c0ca53122ab541d0ba67fc27df","topics":["0x00000000000000000000000000000000000000000000000000000000656d6974","0x95b7276947f6331672b0c63eca28c1d39f25286d5e2793d6a487837ff1475ba0"],"data":"0x0000000000000000000000000000000000000000000000000000000000000001","blockNumber":"0x4","transactionHash":"0xd48ebacfb769b85602310e2e0cf322e19f8cce25ac69cfd52f2d8622e3bbc3c9","transactionIndex":"0x1","blockHash":"0x98f797a6af91ea770ab3a99d89c17a3a46d14c76db6bb711b18156a3493d2c94","blockTimestamp":"0x28","logIndex":"0x0","removed":false}]}},{"name":"topic-null-wildcard","description":"Any first topic.","params":[{"name":"filter","value":{"fromBlock":"0x3","toBlock":"0x6","topics":[null,["0x95b7276947f6331672b0c63eca28c1d39f25286d5e2793d6a487837ff1475ba0"]]}}],"result":{"name":"logs","value":[{"address":"0x7dcd17433742f4c0ca53122ab541d0ba67fc27df","topics":["0x00000000000000000000000000000000000000000000000000000000656d6974","0x95b7276947f6331672b0c63eca28c1d39f25286d5e2793d6a487837ff1475ba0"],"data":"0x0000000000000000000000000000000000000000000000000000000000000001","blockNumber":"0x4","transactionHash":"0xd48ebacfb769b85602310e2e0cf322e19f8cce25ac69cfd52f2d8622e3bbc3c9","transactionIndex":"0x1","blockHash":"0x98f797a6af91ea770ab3a99d89c17a3a46d14c76db6bb711b18156a3493d2c94","blockTimestamp":"0x28","logIndex":"0x0","removed":false}]}}]
},
{
"name": "eth_getTransactionReceipt",
"summary": "The receipt of a transaction",
"description": "Returns the receipt of a transaction, or null when there is none: an unknown or a pending transaction.",
"paramStructure": "by-position",
"params": [{"name":"transactionHash","description":"The hash of the transaction.","required":true,"schema":{"$ref":"#/components/schemas/Hash32"}}],
"result": {"name":"receipt","description":"The receipt, or null.","schema":{"$ref":"#/components/schemas/ReceiptOrNull"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-evm"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"}],
"x-family": "evm",
"x-credits": 80,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"none"},
"x-finality": "block",
"x-failover": false,
"x-contracts": "open",
"x-reasons": {"x-contracts":"One receipt, asked for by the hash of its transaction, as a sender must; it has the logs of that transaction alone."},
"examples": [{"name":"get-access-list","description":"A receipt with a status and a log.","params":[{"name":"transactionHash","value":"0x695ad02907c9e13ab7c69963f723fa46ac13cd5e2314f61eab2cb2f07b946faa"}],"result":{"name":"receipt","value":{"blockHash":"0xd4c1a87837460a5d00d7225a1406ccafcfe765d40f277eaae65f17adff7dc50a","blockNumber":"0x18","contractAddress":null,"cumulativeGasUsed":"0xca9c","effectiveGasPrice":"0x1","from":"0x7435ed30a8b4aeb0877cef0c6e8cffe834eb865f","gasUsed":"0xca9c","logs":[{"address":"0x7dcd17433742f4c0ca53122ab541d0ba67fc27df","topics":["0x00000000000000000000000000000000000000000000000000000000656d6974","0x95104e47e1982aba633477f377b1511396c3fe83600224bcb0c78949be705b33"],"data":"0x000000000000000000000000000000000000000000000000000000000000000f","blockNumber":"0x18","transactionHash":"0x695ad02907c9e13ab7c69963f723fa46ac13cd5e2314f61eab2cb2f07b946faa","transactionIndex":"0x0","blockHash":"0xd4c1a87837460a5d00d7225a1406ccafcfe765d40f277eaae65f17adff7dc50a","blockTimestamp":"0xf0","logIndex":"0x0","removed":false}],"logsBloom":"0x00000000000000000000000000000000000000000000000000800000800000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004000000000000200000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000009000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000080000000000000000000000000000000000000000000000000000000000000000","status":"0x1","to":"0x7dcd17433742f4c0ca53122ab541d0ba67fc27df","transactionHash":"0x695ad02907c9e13ab7c69963f723fa46ac13cd5e2314f61eab2cb2f07b946faa","transactionIndex":"0x0","type":"0x1"}}},{"name":"get-legacy-contract","description":"A receipt from before Byzantium, which has a root; it created a contract.","params":[{"name":"transactionHash","value":"0xc1d605c6612a5fe84dc95810030bfe5b1d327652b381bc695e28f50d13b2b09e"}],"result":{"name":"receipt","value":{"blockHash":"0x80e911b62f552f563a2544dfef5eb39ec8863d9082c998ca6b657f76e19de38e","blockNumber":"0x1","contractAddress":"0x9344b07175800259691961298ca11c824e65032d","cumulativeGasUsed":"0x102d3","effectiveGasPrice":"0x1","from":"0x7435ed30a8b4aeb0877cef0c6e8cffe834eb865f","gasUsed":"0x102d3","logs":[],"logsBloom":"0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000","root":"0x9d6eec3457f11763a235d68c58367a740f429f01fd310692736b54e0019df44b","to":null,"transactionHash":"0xc1d605c6612a5fe84dc95810030bfe5b1d327652b381bc695e28f50d13b2b09e","transactionIndex":"0x0","type":"0x0"}}},{"name":"get-notfound-tx","description":"No such transaction.","params":[{"name":"transactionHash","value":"0x00000000000000000000000000000000000000000000000000000000deadbeef"}],"result":{"name":"receipt","value":null}}]
},
{
"name": "getTokenAccountsByOwner",
"summary": "The token accounts of an owner",
"description": "Returns all token accounts of an owner, of one mint or of one token program.",
"paramStructure": "by-position",
"params": [{"name":"address","description":"The owner of the token accounts.","required":true,"schema":{"$ref":"#/components/schemas/Pubkey"}},{"name":"accountDetails","description":"The mint, or the token program, of the accounts.","required":true,"schema":{"$ref":"#/components/schemas/TokenAccountsFilter"}},{"name":"config","description":"Commitment, encoding, slice and oldest slot.","required":false,"schema":{"$ref":"#/components/schemas/TokenAccountsConfig"}}],
"result": {"name":"tokenAccounts","description":"The token accounts.","schema":{"$ref":"#/components/schemas/TokenAccountsResult"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-solana"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"}],
"x-family": "solana",
"x-credits": 160,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"commitment","param":2},
"x-finality": "never",
"x-failover": false,
"x-reasons": {"x-contracts":"An allowlist has addresses of EVM contracts, of which none is an account of Solana."},
"examples": [{"name":"by-program-parsed","description":"All accounts of the token program, parsed.","params":[{"name":"address","value":"G4QJANEpvEN8vLaaMZoWwZtqHfWxuWpd5RrVVYXPCgeL"},{"name":"accountDetails","value":{"programId":"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"}},{"name":"config","value":{"encoding":"jsonParsed","commitment":"finalized"}}],"result":{"name":"tokenAccounts","value":{"context":{"apiVersion":"4.1.2","slot":31},"value":[{"account":{"data":{"parsed":{"info":{"isNative":false,"mint":"2nBoNW5B9SdpJYEg9neii7ecCJFwh6UrbXS6HFxkK7Gf","owner":"G4QJANEpvEN8vLaaMZoWwZtqHfWxuWpd5RrVVYXPCgeL","state":"initialized","tokenAmount":{"amount":"9999999779","decimals":6,"uiAmount":9999.999779,"uiAmountString":"9999.999779"}},"type":"account"},"program":"spl-token","space":165},"executable":false,"lamports":2039280,"owner":"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA","rentEpoch":0,"space":165},"pubkey":"GoJdqNkvpf26BAX8cYsV3bb52kbBYt7vT5rqpPGGgK5F"}]}}},{"name":"by-program-base64","description":"The same as bytes.","params":[{"name":"address","value":"G4QJANEpvEN8vLaaMZoWwZtqHfWxuWpd5RrVVYXPCgeL"},{"name":"accountDetails","value":{"programId":"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"}},{"name":"config","value":{"encoding":"base64","commitment":"finalized"}}],"result":{"name":"tokenAccounts","value":{"context":{"apiVersion":"4.1.2","slot":31},"value":[{"account":{"data":["Gm8Iy/4ID/afCSL46M6y025/coiwRHJeND8W2XNpBsTfvmMWzYiFjPs8cR2LldhcqyJmR9pfd8kyFD6O4A8OiSPjC1QCAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","base64"],"executable":false,"lamports":2039280,"owner":"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA","rentEpoch":0,"space":165},"pubkey":"GoJdqNkvpf26BAX8cYsV3bb52kbBYt7vT5rqpPGGgK5F"}]}}},{"name":"by-mint-slice","description":"Only the eight bytes of the balance, of the accounts of one mint.","params":[{"name":"address","value":"G4QJANEpvEN8vLaaMZoWwZtqHfWxuWpd5RrVVYXPCgeL"},{"name":"accountDetails","value":{"mint":"2nBoNW5B9SdpJYEg9neii7ecCJFwh6UrbXS6HFxkK7Gf"}},{"name":"config","value":{"encoding":"base64","dataSlice":{"offset":64,"length":8}}}],"result":{"name":"tokenAccounts","value":{"context":{"apiVersion":"4.1.2","slot":31},"value":[{"account":{"data":["I+MLVAIAAAA=","base64"],"executable":false,"lamports":2039280,"owner":"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA","rentEpoch":0,"space":165},"pubkey":"GoJdqNkvpf26BAX8cYsV3bb52kbBYt7vT5rqpPGGgK5F"}]}}}]
},
{
"name": "getTokenAccountBalance",
"summary": "The balance of a token account",
"description": "Returns the balance of one token account.",
"paramStructure": "by-position",
"params": [{"name":"address","description":"The token account.","required":true,"schema":{"$ref":"#/components/schemas/Pubkey"}},{"name":"config","description":"Commitment.","required":false,"schema":{"$ref":"#/components/schemas/BalanceConfig"}}],
"result": {"name":"balance","description":"The balance.","schema":{"$ref":"#/components/schemas/TokenBalanceResult"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-solana"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"}],
"x-family": "solana",
"x-credits": 160,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"commitment","param":1},
"x-finality": "never",
"x-failover": false,
"x-reasons": {"x-contracts":"An allowlist has addresses of EVM contracts, of which none is an account of Solana."},
"examples": [{"name":"balance","description":"A balance of a token with six decimals.","params":[{"name":"address","value":"GoJdqNkvpf26BAX8cYsV3bb52kbBYt7vT5rqpPGGgK5F"},{"name":"config","value":{"commitment":"finalized"}}],"result":{"name":"balance","value":{"context":{"apiVersion":"4.1.2","slot":31},"value":{"amount":"9999999779","decimals":6,"uiAmount":9999.999779,"uiAmountString":"9999.999779"}}}}]
},
{
"name": "eth_subscribe",
"summary": "Events of a network, as they happen",
"description": "Subscribes the WebSocket connection to the events of one kind: newHeads (each new block), logs (each log that matches a filter) or newPendingTransactions. Every event is a notification eth_subscription. After a reorganization, logs that were taken back come again with removed true, the newest first, and cost nothing. newHeads and logs go on from a resume point, which is the parameter behind their own; a point that is out of reach is refused.",
"paramStructure": "by-position",
"params": [{"name":"kind","description":"The kind of events.","required":true,"schema":{"$ref":"#/components/schemas/EthSubscriptionKind"}},{"name":"options","description":"The first parameter of the kind: of logs its filter, of newPendingTransactions whether whole transactions are wanted, of newHeads a resume point, or behindLogs.","required":false,"schema":{"$ref":"#/components/schemas/EthSubscriptionOptions"}},{"name":"resume","description":"Of logs, the resume point.","required":false,"schema":{"$ref":"#/components/schemas/ResumeOptions"}}],
"result": {"name":"subscription","description":"The id of the subscription; each of its events names it.","schema":{"$ref":"#/components/schemas/SubscriptionId"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-evm"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/too-many-parameters"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"},{"$ref":"#/components/errors/subscription-over-http"},{"$ref":"#/components/errors/unknown-subscription-kind"},{"$ref":"#/components/errors/too-many-subscriptions"},{"$ref":"#/components/errors/resume-point-unknown"}],
"x-family": "evm",
"x-effect": "subscription",
"x-credits": 5,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout","maxParameters":5000,"countedParameters":["/1/address","/1/topics"]},
"x-position": {"kind":"none"},
"x-finality": "never",
"x-failover": false,
"x-contracts": {"addresses":["/1/address"],"beside":["/0","/1/topics","/1/after","/1/behindLogs","/2"]},
"x-subscription": {"notification":"eth_subscription","unsubscribe":"eth_unsubscribe","kind":"/0","kinds":{"newHeads":{"source":"heads","event":{"$ref":"#/components/schemas/Header"},"x-credits":20,"resume":true},"logs":{"source":"logs","params":[{"name":"filter","description":"Which logs; all if left out.","schema":{"$ref":"#/components/schemas/SubscriptionFilter"}}],"event":{"$ref":"#/components/schemas/Log"},"x-credits":10,"resume":true},"newPendingTransactions":{"source":"pending","params":[{"name":"whole","description":"Whether events are whole transactions, or their hashes.","schema":{"$ref":"#/components/schemas/IsWhole"}}],"event":{"$ref":"#/components/schemas/PendingTransaction"},"x-credits":2,"x-credits-if":{"param":0,"credits":10}}}},
"examples": [{"name":"new-heads","description":"Each new block.","params":[{"name":"kind","value":"newHeads"}],"result":{"name":"subscription","value":"0x9cef478923ff08bf67fde6c64013158d"}},{"name":"logs-of-a-contract","description":"The logs of one contract.","params":[{"name":"kind","value":"logs"},{"name":"options","value":{"address":"0x7dcd17433742f4c0ca53122ab541d0ba67fc27df","topics":[]}}],"result":{"name":"subscription","value":"0x4a8a4c0517381924f9838102c5a4dcb7"}}]
},
{
"name": "eth_unsubscribe",
"summary": "Ends a subscription",
"description": "Ends a subscription of the WebSocket connection. No event of it comes after the reply.",
"paramStructure": "by-position",
"params": [{"name":"subscription","description":"The id that eth_subscribe gave.","required":true,"schema":{"$ref":"#/components/schemas/SubscriptionId"}}],
"result": {"name":"isEnded","description":"Always true.","schema":{"$ref":"#/components/schemas/IsEnded"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-evm"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"},{"$ref":"#/components/errors/subscription-over-http"},{"$ref":"#/components/errors/subscription-not-found-evm"}],
"x-family": "evm",
"x-effect": "subscription",
"x-credits": 0,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"none"},
"x-finality": "never",
"x-failover": false,
"x-contracts": "open",
"examples": [{"name":"own-id","description":"A subscription of the connection.","params":[{"name":"subscription","value":"0x9cef478923ff08bf67fde6c64013158d"}],"result":{"name":"isEnded","value":true}}]
},
{
"name": "accountSubscribe",
"summary": "Changes of an account",
"description": "Subscribes the WebSocket connection to the state of an account. The newest state always arrives; states between two events may be skipped.",
"paramStructure": "by-position",
"params": [{"name":"account","description":"The account.","required":true,"schema":{"$ref":"#/components/schemas/Pubkey"}},{"name":"config","description":"How settled the state must be, and how it is written.","required":false,"schema":{"$ref":"#/components/schemas/AccountSubscriptionConfig"}}],
"result": {"name":"subscription","description":"The id of the subscription; each of its events names it.","schema":{"$ref":"#/components/schemas/SolanaSubscriptionId"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-solana"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"},{"$ref":"#/components/errors/subscription-over-http"},{"$ref":"#/components/errors/too-many-subscriptions"}],
"x-family": "solana",
"x-effect": "subscription",
"x-credits": 5,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"none"},
"x-finality": "never",
"x-failover": false,
"x-reasons": {"x-contracts":"An allowlist has addresses of EVM contracts, of which none is an account of Solana."},
"x-subscription": {"notification":"accountNotification","unsubscribe":"accountUnsubscribe","kinds":{"accountNotification":{"source":"node","state":"latest","event":{"$ref":"#/components/schemas/AccountNotice"},"x-credits":20}}},
"examples": [{"name":"subscribe","description":"An account, as base64.","params":[{"name":"account","value":"7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q"},{"name":"config","value":{"encoding":"base64","commitment":"confirmed"}}],"result":{"name":"subscription","value":23784}}]
},
{
"name": "accountUnsubscribe",
"summary": "Ends a subscription of accountSubscribe",
"description": "Ends a subscription that accountSubscribe began on the WebSocket connection. No event of it comes after the reply.",
"paramStructure": "by-position",
"params": [{"name":"subscription","description":"The id that accountSubscribe gave.","required":true,"schema":{"$ref":"#/components/schemas/SolanaSubscriptionId"}}],
"result": {"name":"isEnded","description":"Always true.","schema":{"$ref":"#/components/schemas/IsEnded"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-solana"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"},{"$ref":"#/components/errors/subscription-over-http"},{"$ref":"#/components/errors/subscription-not-found-solana"}],
"x-family": "solana",
"x-effect": "subscription",
"x-credits": 0,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"none"},
"x-finality": "never",
"x-failover": false,
"x-reasons": {"x-contracts":"An allowlist has addresses of EVM contracts, of which none is an account of Solana."},
"examples": [{"name":"own-id","description":"A subscription of the connection.","params":[{"name":"subscription","value":23784}],"result":{"name":"isEnded","value":true}}]
},
{
"name": "programSubscribe",
"summary": "Changes of the accounts of a program",
"description": "Subscribes the WebSocket connection to the accounts that a program owns.",
"paramStructure": "by-position",
"params": [{"name":"program","description":"The program that owns the accounts.","required":true,"schema":{"$ref":"#/components/schemas/Pubkey"}},{"name":"config","description":"How settled the state must be, and how it is written.","required":false,"schema":{"$ref":"#/components/schemas/ProgramSubscriptionConfig"}}],
"result": {"name":"subscription","description":"The id of the subscription; each of its events names it.","schema":{"$ref":"#/components/schemas/SolanaSubscriptionId"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-solana"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"},{"$ref":"#/components/errors/subscription-over-http"},{"$ref":"#/components/errors/too-many-subscriptions"}],
"x-family": "solana",
"x-effect": "subscription",
"x-credits": 5,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"none"},
"x-finality": "never",
"x-failover": false,
"x-reasons": {"x-contracts":"An allowlist has addresses of EVM contracts, of which none is an account of Solana."},
"x-subscription": {"notification":"programNotification","unsubscribe":"programUnsubscribe","kinds":{"programNotification":{"source":"node","state":"every","event":{"$ref":"#/components/schemas/ProgramNotice"},"x-credits":20}}},
"examples": [{"name":"subscribe","description":"The accounts of the system program.","params":[{"name":"program","value":"11111111111111111111111111111111"},{"name":"config","value":{"encoding":"base64"}}],"result":{"name":"subscription","value":23784}}]
},
{
"name": "programUnsubscribe",
"summary": "Ends a subscription of programSubscribe",
"description": "Ends a subscription that programSubscribe began on the WebSocket connection. No event of it comes after the reply.",
"paramStructure": "by-position",
"params": [{"name":"subscription","description":"The id that programSubscribe gave.","required":true,"schema":{"$ref":"#/components/schemas/SolanaSubscriptionId"}}],
"result": {"name":"isEnded","description":"Always true.","schema":{"$ref":"#/components/schemas/IsEnded"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-solana"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"},{"$ref":"#/components/errors/subscription-over-http"},{"$ref":"#/components/errors/subscription-not-found-solana"}],
"x-family": "solana",
"x-effect": "subscription",
"x-credits": 0,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"none"},
"x-finality": "never",
"x-failover": false,
"x-reasons": {"x-contracts":"An allowlist has addresses of EVM contracts, of which none is an account of Solana."},
"examples": [{"name":"own-id","description":"A subscription of the connection.","params":[{"name":"subscription","value":23784}],"result":{"name":"isEnded","value":true}}]
},
{
"name": "logsSubscribe",
"summary": "Logs of transactions",
"description": "Subscribes the WebSocket connection to the logs of transactions.",
"paramStructure": "by-position",
"params": [{"name":"filter","description":"Which transactions.","required":true,"schema":{"$ref":"#/components/schemas/LogsSelector"}},{"name":"config","description":"How settled the state must be, and how it is written.","required":false,"schema":{"$ref":"#/components/schemas/BalanceConfig"}}],
"result": {"name":"subscription","description":"The id of the subscription; each of its events names it.","schema":{"$ref":"#/components/schemas/SolanaSubscriptionId"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-solana"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"},{"$ref":"#/components/errors/subscription-over-http"},{"$ref":"#/components/errors/too-many-subscriptions"}],
"x-family": "solana",
"x-effect": "subscription",
"x-credits": 5,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"none"},
"x-finality": "never",
"x-failover": false,
"x-reasons": {"x-contracts":"An allowlist has addresses of EVM contracts, of which none is an account of Solana."},
"x-subscription": {"notification":"logsNotification","unsubscribe":"logsUnsubscribe","kinds":{"logsNotification":{"source":"node","state":"every","event":{"$ref":"#/components/schemas/LogsNotice"},"x-credits":20}}},
"examples": [{"name":"subscribe","description":"The transactions that mention an account.","params":[{"name":"filter","value":{"mentions":["7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q"]}},{"name":"config","value":{"commitment":"processed"}}],"result":{"name":"subscription","value":23784}}]
},
{
"name": "logsUnsubscribe",
"summary": "Ends a subscription of logsSubscribe",
"description": "Ends a subscription that logsSubscribe began on the WebSocket connection. No event of it comes after the reply.",
"paramStructure": "by-position",
"params": [{"name":"subscription","description":"The id that logsSubscribe gave.","required":true,"schema":{"$ref":"#/components/schemas/SolanaSubscriptionId"}}],
"result": {"name":"isEnded","description":"Always true.","schema":{"$ref":"#/components/schemas/IsEnded"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-solana"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"},{"$ref":"#/components/errors/subscription-over-http"},{"$ref":"#/components/errors/subscription-not-found-solana"}],
"x-family": "solana",
"x-effect": "subscription",
"x-credits": 0,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"none"},
"x-finality": "never",
"x-failover": false,
"x-reasons": {"x-contracts":"An allowlist has addresses of EVM contracts, of which none is an account of Solana."},
"examples": [{"name":"own-id","description":"A subscription of the connection.","params":[{"name":"subscription","value":23784}],"result":{"name":"isEnded","value":true}}]
},
{
"name": "signatureSubscribe",
"summary": "The outcome of a transaction",
"description": "Subscribes the WebSocket connection to the outcome of one transaction. The subscription ends after the event that gives it.",
"paramStructure": "by-position",
"params": [{"name":"signature","description":"The first signature of the transaction.","required":true,"schema":{"$ref":"#/components/schemas/TransactionSignature"}},{"name":"config","description":"How settled the state must be, and how it is written.","required":false,"schema":{"$ref":"#/components/schemas/SignatureSubscriptionConfig"}}],
"result": {"name":"subscription","description":"The id of the subscription; each of its events names it.","schema":{"$ref":"#/components/schemas/SolanaSubscriptionId"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-solana"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"},{"$ref":"#/components/errors/subscription-over-http"},{"$ref":"#/components/errors/too-many-subscriptions"}],
"x-family": "solana",
"x-effect": "subscription",
"x-credits": 5,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"none"},
"x-finality": "never",
"x-failover": false,
"x-reasons": {"x-contracts":"An allowlist has addresses of EVM contracts, of which none is an account of Solana."},
"x-subscription": {"notification":"signatureNotification","unsubscribe":"signatureUnsubscribe","kinds":{"signatureNotification":{"source":"node","state":"once","event":{"$ref":"#/components/schemas/SignatureNotice"},"x-credits":20}}},
"examples": [{"name":"subscribe","description":"The outcome of a transaction.","params":[{"name":"signature","value":"5uA1tM8xUB1snFmQPBQj7EzrNypKRnM5h64GqdL475hEkHs7ymqNzTemqgewhbjPUn1FpCXFnekRJ7i2gd4VFWxi"},{"name":"config","value":{"commitment":"confirmed"}}],"result":{"name":"subscription","value":23784}}]
},
{
"name": "signatureUnsubscribe",
"summary": "Ends a subscription of signatureSubscribe",
"description": "Ends a subscription that signatureSubscribe began on the WebSocket connection. No event of it comes after the reply.",
"paramStructure": "by-position",
"params": [{"name":"subscription","description":"The id that signatureSubscribe gave.","required":true,"schema":{"$ref":"#/components/schemas/SolanaSubscriptionId"}}],
"result": {"name":"isEnded","description":"Always true.","schema":{"$ref":"#/components/schemas/IsEnded"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-solana"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"},{"$ref":"#/components/errors/subscription-over-http"},{"$ref":"#/components/errors/subscription-not-found-solana"}],
"x-family": "solana",
"x-effect": "subscription",
"x-credits": 0,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"none"},
"x-finality": "never",
"x-failover": false,
"x-reasons": {"x-contracts":"An allowlist has addresses of EVM contracts, of which none is an account of Solana."},
"examples": [{"name":"own-id","description":"A subscription of the connection.","params":[{"name":"subscription","value":23784}],"result":{"name":"isEnded","value":true}}]
},
{
"name": "slotSubscribe",
"summary": "New slots",
"description": "Subscribes the WebSocket connection to the slots that the nodes begin. The newest slot always arrives; the slot never goes back.",
"paramStructure": "by-position",
"params": [],
"result": {"name":"subscription","description":"The id of the subscription; each of its events names it.","schema":{"$ref":"#/components/schemas/SolanaSubscriptionId"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-solana"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"},{"$ref":"#/components/errors/subscription-over-http"},{"$ref":"#/components/errors/too-many-subscriptions"}],
"x-family": "solana",
"x-effect": "subscription",
"x-credits": 5,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"none"},
"x-finality": "never",
"x-failover": false,
"x-reasons": {"x-contracts":"An allowlist has addresses of EVM contracts, of which none is an account of Solana."},
"x-subscription": {"notification":"slotNotification","unsubscribe":"slotUnsubscribe","kinds":{"slotNotification":{"source":"node","state":"latest","event":{"$ref":"#/components/schemas/SlotNotice"},"x-credits":2}}},
"examples": [{"name":"subscribe","description":"Each new slot.","params":[],"result":{"name":"subscription","value":23784}}]
},
{
"name": "slotUnsubscribe",
"summary": "Ends a subscription of slotSubscribe",
"description": "Ends a subscription that slotSubscribe began on the WebSocket connection. No event of it comes after the reply.",
"paramStructure": "by-position",
"params": [{"name":"subscription","description":"The id that slotSubscribe gave.","required":true,"schema":{"$ref":"#/components/schemas/SolanaSubscriptionId"}}],
"result": {"name":"isEnded","description":"Always true.","schema":{"$ref":"#/components/schemas/IsEnded"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-solana"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"},{"$ref":"#/components/errors/subscription-over-http"},{"$ref":"#/components/errors/subscription-not-found-solana"}],
"x-family": "solana",
"x-effect": "subscription",
"x-credits": 0,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"none"},
"x-finality": "never",
"x-failover": false,
"x-reasons": {"x-contracts":"An allowlist has addresses of EVM contracts, of which none is an account of Solana."},
"examples": [{"name":"own-id","description":"A subscription of the connection.","params":[{"name":"subscription","value":23784}],"result":{"name":"isEnded","value":true}}]
},
{
"name": "rootSubscribe",
"summary": "New roots",
"description": "Subscribes the WebSocket connection to the slots that become roots. The newest root always arrives; the root never goes back.",
"paramStructure": "by-position",
"params": [],
"result": {"name":"subscription","description":"The id of the subscription; each of its events names it.","schema":{"$ref":"#/components/schemas/SolanaSubscriptionId"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-solana"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"},{"$ref":"#/components/errors/subscription-over-http"},{"$ref":"#/components/errors/too-many-subscriptions"}],
"x-family": "solana",
"x-effect": "subscription",
"x-credits": 5,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"none"},
"x-finality": "never",
"x-failover": false,
"x-reasons": {"x-contracts":"An allowlist has addresses of EVM contracts, of which none is an account of Solana."},
"x-subscription": {"notification":"rootNotification","unsubscribe":"rootUnsubscribe","kinds":{"rootNotification":{"source":"node","state":"latest","event":{"$ref":"#/components/schemas/RootNotice"},"x-credits":2}}},
"examples": [{"name":"subscribe","description":"Each new root.","params":[],"result":{"name":"subscription","value":23784}}]
},
{
"name": "rootUnsubscribe",
"summary": "Ends a subscription of rootSubscribe",
"description": "Ends a subscription that rootSubscribe began on the WebSocket connection. No event of it comes after the reply.",
"paramStructure": "by-position",
"params": [{"name":"subscription","description":"The id that rootSubscribe gave.","required":true,"schema":{"$ref":"#/components/schemas/SolanaSubscriptionId"}}],
"result": {"name":"isEnded","description":"Always true.","schema":{"$ref":"#/components/schemas/IsEnded"}},
"errors": [{"$ref":"#/components/errors/unauthorized"},{"$ref":"#/components/errors/network-not-enabled"},{"$ref":"#/components/errors/allowlist-refused"},{"$ref":"#/components/errors/account-suspended"},{"$ref":"#/components/errors/too-many-tokens"},{"$ref":"#/components/errors/daily-credits-exhausted"},{"$ref":"#/components/errors/key-daily-credits-exhausted"},{"$ref":"#/components/errors/ledger-unavailable"},{"$ref":"#/components/errors/throttled-solana"},{"$ref":"#/components/errors/overloaded"},{"$ref":"#/components/errors/method-not-found"},{"$ref":"#/components/errors/invalid-params"},{"$ref":"#/components/errors/no-upstream"},{"$ref":"#/components/errors/upstream-timeout"},{"$ref":"#/components/errors/method-unavailable"},{"$ref":"#/components/errors/bad-upstream-answer"},{"$ref":"#/components/errors/answer-too-large"},{"$ref":"#/components/errors/request-too-large"},{"$ref":"#/components/errors/internal-error"},{"$ref":"#/components/errors/subscription-over-http"},{"$ref":"#/components/errors/subscription-not-found-solana"}],
"x-family": "solana",
"x-effect": "subscription",
"x-credits": 0,
"x-limits": {"timeoutMs":10000,"timeoutError":"upstream-timeout"},
"x-position": {"kind":"none"},
"x-finality": "never",
"x-failover": false,
"x-reasons": {"x-contracts":"An allowlist has addresses of EVM contracts, of which none is an account of Solana."},
"examples": [{"name":"own-id","description":"A subscription of the connection.","params":[{"name":"subscription","value":23784}],"result":{"name":"isEnded","value":true}}]
}
],
"components": {
"schemas": {
"EvmAddress": {"title":"EvmAddress","description":"A 20-byte address: 0x and 40 hexadecimal digits. Checksummed (mixed-case) addresses are accepted; the checksum is not verified.","type":"string","pattern":"^0x[0-9a-fA-F]{40}$"},
"Hash32": {"title":"Hash32","description":"A 32-byte hash: 0x and 64 hexadecimal digits.","type":"string","pattern":"^0x[0-9a-fA-F]{64}$"},
"Quantity": {"title":"Quantity","description":"A quantity: 0x and at least one hexadecimal digit.","type":"string","pattern":"^0x[0-9a-fA-F]+$"},
"HexData": {"title":"HexData","description":"Bytes: 0x and two hexadecimal digits for each byte.","type":"string","pattern":"^0x(?:[0-9a-fA-F]{2})*$"},
"LogsBloom": {"title":"LogsBloom","description":"A 256-byte bloom filter: 0x and 512 hexadecimal digits.","type":"string","pattern":"^0x[0-9a-fA-F]{512}$"},
"StoragePosition": {"title":"StoragePosition","description":"A storage position: 0x and up to 64 hexadecimal digits; 0x alone is position 0. A plain variable at slot n is at position n; the element of a mapping is at keccak256(leftPad32(key) ++ leftPad32(slot)). An odd number of digits is fine.","type":"string","pattern":"^0x[0-9a-fA-F]{0,64}$"},
"StorageValue": {"title":"StorageValue","description":"A storage value: 0x and up to 64 hexadecimal digits. Nodes usually left-pad it to 32 bytes.","type":"string","pattern":"^0x[0-9a-fA-F]{0,64}$"},
"StorageValueOrNull": {"title":"StorageValueOrNull","description":"A storage value, or null, which some nodes say of a block they do not have.","anyOf":[{"$ref":"#/components/schemas/StorageValue"},{"type":"null"}]},
"BlockNumberOrTag": {"title":"BlockNumberOrTag","description":"A block number (0x and 1 to 16 hexadecimal digits) or one of the tags latest, earliest, pending, safe, finalized. Leading zeros of a number are dropped before a node is asked. Some networks do not know safe: use finalized there.","x-rewrite":["leading-zeros"],"type":"string","pattern":"^(?:latest|earliest|pending|safe|finalized|0x[0-9a-fA-F]{1,16})$"},
"BlockByNumber": {"title":"BlockByNumber","description":"A block by its number, as EIP-1898 writes it: {\"blockNumber\": number or tag}.","x-rewrite":["spelling"],"type":"object","required":["blockNumber"],"properties":{"blockNumber":{"$ref":"#/components/schemas/BlockNumberOrTag"},"blockHash":false}},
"BlockByHash": {"title":"BlockByHash","description":"A block by its hash, as EIP-1898 writes it: {\"blockHash\": hash, \"requireCanonical\": boolean}.","x-rewrite":["spelling"],"type":"object","required":["blockHash"],"properties":{"blockHash":{"$ref":"#/components/schemas/Hash32"},"requireCanonical":{"description":"Whether a block outside the canonical chain is an error; false unless given.","type":"boolean"},"blockNumber":false}},
"BlockParameter": {"title":"BlockParameter","description":"A block: a number of up to 64 bits (0x and hexadecimal digits), one of the tags latest, earliest, pending, safe, finalized, a 32-byte block hash, or an EIP-1898 object.","anyOf":[{"$ref":"#/components/schemas/BlockNumberOrTag"},{"$ref":"#/components/schemas/Hash32"},{"$ref":"#/components/schemas/BlockByNumber"},{"$ref":"#/components/schemas/BlockByHash"}]},
"AddressFilter": {"title":"AddressFilter","description":"One 20-byte address, or an array of them. Logs of any of these contracts match.","anyOf":[{"$ref":"#/components/schemas/EvmAddress"},{"type":"array","items":{"$ref":"#/components/schemas/EvmAddress"}}]},
"TopicFilter": {"title":"TopicFilter","description":"A 32-byte topic, null for any topic, or an array of topics of which one must match. An empty array, or an array with null in it, matches any topic.","anyOf":[{"type":"null"},{"$ref":"#/components/schemas/Hash32"},{"type":"array","items":{"anyOf":[{"$ref":"#/components/schemas/Hash32"},{"type":"null"}]}}]},
"LogFilter": {"title":"LogFilter","description":"A log filter: an object with address, topics, and either fromBlock and toBlock or blockHash. Every member may be left out or null. blockHash together with fromBlock or toBlock is refused with the error \"cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other\"; addresses and topics, nested ones counted, may be 5,000 together. Unknown members are ignored; the known names may be spelled in upper or lower case (blockhash), and each may be given once.","x-rewrite":["spelling"],"type":"object","properties":{"address":{"description":"The contracts whose logs match; any contract if left out.","anyOf":[{"$ref":"#/components/schemas/AddressFilter"},{"type":"null"}]},"fromBlock":{"description":"First block of the range; latest if left out.","default":"latest","anyOf":[{"$ref":"#/components/schemas/BlockNumberOrTag"},{"type":"null"}]},"toBlock":{"description":"Last block of the range, itself included; latest if left out.","default":"latest","anyOf":[{"$ref":"#/components/schemas/BlockNumberOrTag"},{"type":"null"}]},"topics":{"description":"Up to four positions, in the order of the event; a shorter array leaves the later positions free.","anyOf":[{"type":"array","maxItems":4,"items":{"$ref":"#/components/schemas/TopicFilter"}},{"type":"null"}]},"blockHash":{"description":"The one block to search, instead of a range.","anyOf":[{"$ref":"#/components/schemas/Hash32"},{"type":"null"}]}},"dependencies":{"blockHash":{"x-refused-with":"block-hash-and-range","properties":{"fromBlock":{"type":"null"},"toBlock":{"type":"null"}}}}},
"Log": {"title":"Log","description":"A log object: what a contract emitted, and where. The members that give its place are null while it is pending. Nodes may add members, such as blockTimestamp.","type":"object","required":["address","topics","data","blockHash","blockNumber","transactionHash","transactionIndex","logIndex"],"x-conformance":["required"],"properties":{"removed":{"description":"true when a chain reorganization removed the log. Some nodes leave it out.","anyOf":[{"type":"boolean"},{"type":"null"}]},"logIndex":{"description":"Position in the block; null for a pending log.","anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"transactionIndex":{"description":"Position of the transaction in the block; null for a pending log.","anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"transactionHash":{"description":"The transaction that created the log; null for a pending log.","anyOf":[{"$ref":"#/components/schemas/Hash32"},{"type":"null"}]},"blockHash":{"description":"The block of the log; null for a pending log.","anyOf":[{"$ref":"#/components/schemas/Hash32"},{"type":"null"}]},"blockNumber":{"description":"Number of that block; null for a pending log.","anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"address":{"description":"The contract that emitted the log.","allOf":[{"$ref":"#/components/schemas/EvmAddress"}]},"data":{"description":"The arguments that are not indexed, 32 bytes each.","allOf":[{"$ref":"#/components/schemas/HexData"}]},"topics":{"description":"Indexed arguments; the first is the hash of the event signature unless the event is anonymous.","type":"array","maxItems":4,"items":{"$ref":"#/components/schemas/Hash32"}},"blockTimestamp":{"description":"When the block was made, in Unix seconds. Newer nodes give it.","x-conformance":["anyOf"],"anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]}}},
"Logs": {"title":"Logs","description":"An array of log objects. It is empty when nothing matches.","type":"array","items":{"$ref":"#/components/schemas/Log"}},
"ReceiptFields": {"title":"ReceiptFields","description":"The members that every transaction receipt has. Nodes may add members, such as blobGasUsed or l1BlockNumber.","type":"object","required":["blockHash","blockNumber","contractAddress","cumulativeGasUsed","from","gasUsed","logs","logsBloom","to","transactionHash","transactionIndex"],"x-conformance":["required"],"properties":{"blockHash":{"description":"The block that contains the transaction.","allOf":[{"$ref":"#/components/schemas/Hash32"}]},"blockNumber":{"description":"Number of that block.","allOf":[{"$ref":"#/components/schemas/Quantity"}]},"contractAddress":{"description":"The contract that the transaction created; null if it created none.","anyOf":[{"$ref":"#/components/schemas/EvmAddress"},{"type":"null"}]},"cumulativeGasUsed":{"description":"Gas used in the block up to and including this transaction.","allOf":[{"$ref":"#/components/schemas/Quantity"}]},"effectiveGasPrice":{"description":"What the sender paid for each unit of gas; the gas price before EIP-1559. Some chains leave it out where a transaction has no dynamic fee, or say null.","anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"from":{"description":"The sender.","allOf":[{"$ref":"#/components/schemas/EvmAddress"}]},"gasUsed":{"description":"Gas used by this transaction alone.","allOf":[{"$ref":"#/components/schemas/Quantity"}]},"logs":{"description":"What the transaction logged.","allOf":[{"$ref":"#/components/schemas/Logs"}]},"logsBloom":{"description":"Bloom filter over the logs, for light clients.","allOf":[{"$ref":"#/components/schemas/LogsBloom"}]},"to":{"description":"The receiver; null when the transaction creates a contract.","anyOf":[{"$ref":"#/components/schemas/EvmAddress"},{"type":"null"}]},"transactionHash":{"description":"The transaction.","allOf":[{"$ref":"#/components/schemas/Hash32"}]},"transactionIndex":{"description":"Position of the transaction in the block.","allOf":[{"$ref":"#/components/schemas/Quantity"}]},"type":{"description":"Transaction type: 0x0 legacy, 0x1 access list, 0x2 dynamic fee, 0x3 blob, 0x4 set code. Old nodes leave it out.","allOf":[{"$ref":"#/components/schemas/Quantity"}]},"root":{"description":"State root after the transaction, before Byzantium.","anyOf":[{"$ref":"#/components/schemas/Hash32"},{"type":"null"}]},"status":{"description":"0x1 for success, 0x0 for failure, since Byzantium.","anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"blobGasUsed":{"description":"Blob gas used, of a transaction with blobs (EIP-4844).","x-conformance":["anyOf"],"anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"blobGasPrice":{"description":"What the sender paid for each unit of blob gas.","x-conformance":["anyOf"],"anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"l1BlockNumber":{"description":"On a rollup: the block of the base chain that was known.","x-conformance":["anyOf"],"anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"gasUsedForL1":{"description":"On Arbitrum: gas used for the base chain.","x-conformance":["anyOf"],"anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"timeboosted":{"description":"On Arbitrum: whether the express lane took the transaction.","x-conformance":["anyOf"],"anyOf":[{"type":"boolean"},{"type":"null"}]},"l1Fee":{"description":"On OP chains: the fee for the base chain, in wei.","x-conformance":["anyOf"],"anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"l1GasPrice":{"description":"On OP chains: the price of gas on the base chain.","x-conformance":["anyOf"],"anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"l1GasUsed":{"description":"On OP chains: gas of the base chain that the data are charged as.","x-conformance":["anyOf"],"anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"l1FeeScalar":{"description":"On OP chains before Ecotone: a decimal number that the fee is multiplied by.","x-conformance":["anyOf"],"anyOf":[{"type":"string"},{"type":"null"}]},"l1BlobBaseFee":{"description":"On OP chains since Ecotone: the base fee of blobs on the base chain.","x-conformance":["anyOf"],"anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"l1BaseFeeScalar":{"description":"On OP chains since Ecotone: weight of the base fee.","x-conformance":["anyOf"],"anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"l1BlobBaseFeeScalar":{"description":"On OP chains since Ecotone: weight of the base fee of blobs.","x-conformance":["anyOf"],"anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"depositNonce":{"description":"On OP chains: the nonce of a deposit.","x-conformance":["anyOf"],"anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"depositReceiptVersion":{"description":"On OP chains: how the receipt of a deposit is hashed.","x-conformance":["anyOf"],"anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]}}},
"RootOutcome": {"title":"RootOutcome","description":"The outcome of a transaction before Byzantium: the state root after it.","type":"object","required":["root"],"properties":{"root":{"description":"State root after the transaction.","allOf":[{"$ref":"#/components/schemas/Hash32"}]}}},
"StatusOutcome": {"title":"StatusOutcome","description":"The outcome of a transaction since Byzantium: its status.","type":"object","required":["status"],"properties":{"status":{"description":"0x1 for success, 0x0 for failure.","allOf":[{"$ref":"#/components/schemas/Quantity"}]}}},
"ReceiptOutcome": {"title":"ReceiptOutcome","description":"The outcome of a transaction: root or status. Some nodes give both, or null for the one that does not apply.","x-conformance":["anyOf"],"anyOf":[{"$ref":"#/components/schemas/RootOutcome"},{"$ref":"#/components/schemas/StatusOutcome"}]},
"Receipt": {"title":"Receipt","description":"A transaction receipt: its members, and root or status.","allOf":[{"$ref":"#/components/schemas/ReceiptFields"},{"$ref":"#/components/schemas/ReceiptOutcome"}]},
"ReceiptOrNull": {"title":"ReceiptOrNull","description":"A transaction receipt, or null when there is none. A pending transaction has none.","anyOf":[{"$ref":"#/components/schemas/Receipt"},{"type":"null"}]},
"Pubkey": {"title":"Pubkey","description":"A public key: 32 to 44 base58 characters.","type":"string","pattern":"^[1-9A-HJ-NP-Za-km-z]{32,44}$"},
"Commitment": {"title":"Commitment","description":"A commitment level: finalized, confirmed or processed. finalized (the default) is the most recent block that a supermajority confirmed as having reached maximum lockout; confirmed the most recent that a supermajority voted on; processed the most recent of the node, which the cluster may still skip.","type":"string","enum":["processed","confirmed","finalized"],"x-left-out":["recent","single","singleGossip","root","max"]},
"AccountEncoding": {"title":"AccountEncoding","description":"An encoding of account data: base58, base64, base64+zstd or jsonParsed; binary is the legacy base58 string. base58 is slow and refused by nodes for more than 128 bytes; jsonParsed falls back to base64 when the node has no parser.","type":"string","enum":["binary","base58","base64","jsonParsed","base64+zstd"]},
"MinContextSlot": {"title":"MinContextSlot","description":"A slot: an integer of 0 or more. The node refuses to answer from an older state.","type":"integer","minimum":0,"maximum":18446744073709551615n},
"DataSlice": {"title":"DataSlice","description":"A slice of the account data: {\"offset\": bytes, \"length\": bytes}, both integers of 0 or more.","type":"object","required":["offset","length"],"properties":{"offset":{"description":"First byte.","type":"integer","minimum":0,"maximum":18446744073709551615n},"length":{"description":"Number of bytes.","type":"integer","minimum":0,"maximum":18446744073709551615n}}},
"TokenAccountsFilter": {"title":"TokenAccountsFilter","description":"An object with exactly one of mint and programId, a public key. A member that is null counts as left out.","type":"object","properties":{"mint":{"description":"The mint whose token accounts are wanted.","allOf":[{"$ref":"#/components/schemas/Pubkey"}]},"programId":{"description":"The token program whose accounts are wanted.","allOf":[{"$ref":"#/components/schemas/Pubkey"}]}},"minProperties":1,"maxProperties":1,"additionalProperties":false},
"TokenAccountsConfig": {"title":"TokenAccountsConfig","description":"A configuration object with commitment, encoding, dataSlice and minContextSlot, each of which may be left out. dataSlice goes only with the encodings binary, base58, base64 and base64+zstd. A member that is null counts as left out; unknown members are ignored.","type":"object","properties":{"commitment":{"description":"How settled the state must be; finalized if left out.","default":"finalized","anyOf":[{"$ref":"#/components/schemas/Commitment"},{"type":"null"}]},"encoding":{"description":"How account data is written. If left out, nodes use a legacy base58 string, which cannot hold a whole token account: ask for jsonParsed or base64.","anyOf":[{"$ref":"#/components/schemas/AccountEncoding"},{"type":"null"}]},"dataSlice":{"description":"The part of the account data that is wanted.","anyOf":[{"$ref":"#/components/schemas/DataSlice"},{"type":"null"}]},"minContextSlot":{"description":"The oldest state that may answer.","anyOf":[{"$ref":"#/components/schemas/MinContextSlot"},{"type":"null"}]}},"dependencies":{"dataSlice":{"properties":{"encoding":{"enum":["binary","base58","base64","base64+zstd"]}}}}},
"BalanceConfig": {"title":"BalanceConfig","description":"A configuration object with commitment, which may be left out or null. Unknown members are ignored.","type":"object","properties":{"commitment":{"description":"How settled the state must be; finalized if left out.","default":"finalized","anyOf":[{"$ref":"#/components/schemas/Commitment"},{"type":"null"}]}}},
"ResultContext": {"title":"ResultContext","description":"The state that answered: a slot, and the version of the node. Older nodes leave apiVersion out.","type":"object","required":["slot"],"x-conformance":["required"],"properties":{"slot":{"description":"Slot of the block that was queried.","type":"integer","minimum":0},"apiVersion":{"description":"Version of the node.","type":"string"}}},
"RawAmount": {"title":"RawAmount","description":"An amount without decimals: an unsigned 64-bit integer in decimal digits, as a string.","type":"string","pattern":"^(?:0|[1-9][0-9]{0,19})$","x-conformance":["pattern"]},
"TokenAmount": {"title":"TokenAmount","description":"An amount of a token, without and with its decimals.","type":"object","required":["amount","decimals","uiAmount","uiAmountString"],"x-conformance":["required"],"properties":{"amount":{"description":"The amount without decimals.","allOf":[{"$ref":"#/components/schemas/RawAmount"}]},"decimals":{"description":"Number of decimal places of the token.","type":"integer","minimum":0,"maximum":255},"uiAmount":{"description":"The amount with decimals, as a number that may be rounded, or null. Deprecated: use uiAmountString.","anyOf":[{"type":"number"},{"type":"null"}]},"uiAmountString":{"description":"The amount with decimals, exact, as a string of decimal digits. A Token-2022 mint can make it another text: inf, or an empty one.","type":"string"}}},
"TokenAccountInfo": {"title":"TokenAccountInfo","description":"What a token program keeps in a token account. Token-2022 adds members, such as extensions.","type":"object","required":["isNative","mint","owner","tokenAmount"],"x-conformance":["required"],"properties":{"isNative":{"description":"Whether the account holds wrapped native tokens.","type":"boolean"},"mint":{"description":"The mint of the token.","allOf":[{"$ref":"#/components/schemas/Pubkey"}]},"owner":{"description":"The owner of the token account.","allOf":[{"$ref":"#/components/schemas/Pubkey"}]},"state":{"description":"State of the token account: uninitialized, initialized or frozen. Very old nodes leave it out.","type":"string"},"tokenAmount":{"description":"The balance.","allOf":[{"$ref":"#/components/schemas/TokenAmount"}]},"delegate":{"description":"Who may spend delegatedAmount, if anybody.","anyOf":[{"$ref":"#/components/schemas/Pubkey"},{"type":"null"}]},"delegatedAmount":{"description":"What the delegate may spend. Very old nodes write a bare number.","anyOf":[{"$ref":"#/components/schemas/TokenAmount"},{"type":"number"}]}}},
"ParsedAccountData": {"title":"ParsedAccountData","description":"Account data as jsonParsed gives it.","type":"object","required":["program","parsed"],"x-conformance":["required"],"properties":{"program":{"description":"The token program that manages the account: spl-token or spl-token-2022.","type":"string"},"parsed":{"description":"The record in the account.","type":"object","required":["info"],"x-conformance":["required"],"properties":{"type":{"description":"Kind of record: account. Very old nodes leave it out.","type":"string"},"info":{"$ref":"#/components/schemas/TokenAccountInfo"}}},"space":{"description":"Size of the data in bytes.","type":"integer","minimum":0}}},
"EncodedAccountData": {"title":"EncodedAccountData","description":"Account data as bytes: an array of the text and its encoding.","type":"array","minItems":2,"maxItems":2,"items":[{"type":"string"},{"type":"string","enum":["base58","base64","base64+zstd"],"x-conformance":["enum"]}]},
"LegacyAccountData": {"title":"LegacyAccountData","description":"Account data as a bare base58 string, which nodes send when no encoding was asked for.","type":"string"},
"TokenAccount": {"title":"TokenAccount","description":"An account of a token program.","type":"object","required":["data","executable","lamports","owner","rentEpoch"],"x-conformance":["required"],"properties":{"data":{"description":"An object with the encoding jsonParsed (or the bytes, if the node could not parse them); else the bytes.","x-by-encoding":{"jsonParsed":[0],"base64":[1],"base64+zstd":[1],"base58":[1],"none":[2,1],"binary":[2,1]},"anyOf":[{"$ref":"#/components/schemas/ParsedAccountData"},{"$ref":"#/components/schemas/EncodedAccountData"},{"$ref":"#/components/schemas/LegacyAccountData"}]},"executable":{"description":"Whether the account is executable.","type":"boolean"},"lamports":{"description":"Lamports in the account, an unsigned 64-bit integer.","x-integer":"u64","type":"integer","minimum":0},"owner":{"description":"The program that owns the account.","allOf":[{"$ref":"#/components/schemas/Pubkey"}]},"rentEpoch":{"description":"Epoch of the next rent, an unsigned 64-bit integer; often the largest one, 18446744073709551615, which JSON.parse rounds.","x-integer":"u64","type":"integer","minimum":0},"space":{"description":"Size of the account data in bytes. Older nodes leave it out.","type":"integer","minimum":0}}},
"TokenAccountEntry": {"title":"TokenAccountEntry","description":"A token account and its public key.","type":"object","required":["pubkey","account"],"x-conformance":["required"],"properties":{"pubkey":{"description":"The token account.","allOf":[{"$ref":"#/components/schemas/Pubkey"}]},"account":{"$ref":"#/components/schemas/TokenAccount"}}},
"TokenAccountsResult": {"title":"TokenAccountsResult","description":"The token accounts of an owner, and the state they were read from.","type":"object","required":["context","value"],"x-conformance":["required"],"properties":{"context":{"$ref":"#/components/schemas/ResultContext"},"value":{"description":"The token accounts, in no particular order; empty if there are none.","type":"array","items":{"$ref":"#/components/schemas/TokenAccountEntry"}}}},
"TokenBalanceResult": {"title":"TokenBalanceResult","description":"The balance of a token account, and the state it was read from.","type":"object","required":["context","value"],"x-conformance":["required"],"properties":{"context":{"$ref":"#/components/schemas/ResultContext"},"value":{"$ref":"#/components/schemas/TokenAmount"}}},
"EthSubscriptionKind": {"title":"EthSubscriptionKind","description":"A kind of events: newHeads, logs or newPendingTransactions.","type":"string","enum":["newHeads","logs","newPendingTransactions"]},
"SubscriptionId": {"title":"SubscriptionId","description":"The id of a subscription: 0x and up to 32 hexadecimal digits. Any other text names no subscription.","type":"string"},
"SolanaSubscriptionId": {"title":"SolanaSubscriptionId","description":"The id of a subscription: an integer of 0 or more.","type":"integer","minimum":0,"maximum":9007199254740991},
"IsEnded": {"title":"IsEnded","description":"True: the subscription has ended.","type":"boolean","enum":[true]},
"SubscriptionFilter": {"title":"SubscriptionFilter","description":"A filter of new logs: an object with address and topics, each of which may be left out or null; a resume point (after) is in the parameter behind it. Both together may have 5,000 values. Unknown members are ignored, a range of blocks too: the events begin with the next block.","type":"object","properties":{"address":{"description":"The contracts whose logs match; any contract if left out.","anyOf":[{"$ref":"#/components/schemas/AddressFilter"},{"type":"null"}]},"topics":{"description":"Up to four positions, in the order of the event; a shorter array leaves the later positions free.","anyOf":[{"type":"array","maxItems":4,"items":{"$ref":"#/components/schemas/TopicFilter"}},{"type":"null"}]},"after":{"description":"Only null, as a resume point is in the parameter behind the filter.","type":"null"}}},
"IsWhole": {"title":"IsWhole","description":"true for whole transactions, false for their hashes.","type":"boolean"},
"ResumePoint": {"title":"ResumePoint","description":"The last event that arrived: the hash of its block, and of a log its index there.","type":"object","required":["blockHash"],"properties":{"blockHash":{"description":"The block of the event.","allOf":[{"$ref":"#/components/schemas/Hash32"}]},"logIndex":{"description":"Position of the log in the block; after all logs of the block if left out.","anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]}}},
"ResumeOptions": {"title":"ResumeOptions","description":"An object with after, the resume point: the events behind it are sent first. Of newHeads, it may have behindLogs instead, or both.","type":"object","properties":{"after":{"description":"The last event that arrived.","allOf":[{"$ref":"#/components/schemas/ResumePoint"}]},"behindLogs":{"description":"Of newHeads: true sends each head behind the logs of its block. All logs up to that block were then sent to the subscriptions of the connection.","type":"boolean"}},"if":{"required":["behindLogs"]},"else":{"required":["after"]}},
"EthSubscriptionOptions": {"title":"EthSubscriptionOptions","description":"The first parameter of a kind: a filter of logs, whether transactions are whole, or a resume point.","anyOf":[{"$ref":"#/components/schemas/SubscriptionFilter"},{"$ref":"#/components/schemas/IsWhole"},{"$ref":"#/components/schemas/ResumeOptions"}]},
"Header": {"title":"Header","description":"The header of a block. Which members it has beyond those that every chain has depends on the chain; nodes may add members.","type":"object","required":["hash","parentHash","number","logsBloom","timestamp"],"x-conformance":["required"],"properties":{"hash":{"description":"Hash of the block.","allOf":[{"$ref":"#/components/schemas/Hash32"}]},"parentHash":{"description":"Hash of the block before.","allOf":[{"$ref":"#/components/schemas/Hash32"}]},"sha3Uncles":{"description":"Hash of the list of uncles.","allOf":[{"$ref":"#/components/schemas/Hash32"}]},"miner":{"description":"The account that gets the fees.","allOf":[{"$ref":"#/components/schemas/EvmAddress"}]},"stateRoot":{"description":"Root of the state after the block.","allOf":[{"$ref":"#/components/schemas/Hash32"}]},"transactionsRoot":{"description":"Root of the transactions.","allOf":[{"$ref":"#/components/schemas/Hash32"}]},"receiptsRoot":{"description":"Root of the receipts.","allOf":[{"$ref":"#/components/schemas/Hash32"}]},"logsBloom":{"description":"Bloom filter of the logs.","allOf":[{"$ref":"#/components/schemas/LogsBloom"}]},"number":{"description":"Number of the block.","allOf":[{"$ref":"#/components/schemas/Quantity"}]},"gasLimit":{"description":"Gas that the block may use.","allOf":[{"$ref":"#/components/schemas/Quantity"}]},"gasUsed":{"description":"Gas that it used.","allOf":[{"$ref":"#/components/schemas/Quantity"}]},"timestamp":{"description":"When the block was made, in Unix seconds.","allOf":[{"$ref":"#/components/schemas/Quantity"}]},"extraData":{"description":"Bytes that the maker of the block chose.","allOf":[{"$ref":"#/components/schemas/HexData"}]},"difficulty":{"description":"Difficulty of the block.","anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"totalDifficulty":{"description":"Difficulty of the chain up to the block.","anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"mixHash":{"description":"Randomness of the block, or its proof of work.","anyOf":[{"$ref":"#/components/schemas/Hash32"},{"type":"null"}]},"nonce":{"description":"Nonce of the proof of work.","anyOf":[{"$ref":"#/components/schemas/HexData"},{"type":"null"}]},"baseFeePerGas":{"description":"Base fee of the block.","anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"withdrawalsRoot":{"description":"Root of the withdrawals.","anyOf":[{"$ref":"#/components/schemas/Hash32"},{"type":"null"}]},"blobGasUsed":{"description":"Blob gas that the block used.","anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"excessBlobGas":{"description":"Blob gas above the target.","anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"parentBeaconBlockRoot":{"description":"Root of the beacon block before.","anyOf":[{"$ref":"#/components/schemas/Hash32"},{"type":"null"}]},"requestsHash":{"description":"Hash of the requests to the consensus layer.","anyOf":[{"$ref":"#/components/schemas/Hash32"},{"type":"null"}]},"size":{"description":"Size of the block in bytes.","anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]}}},
"WholeTransaction": {"title":"WholeTransaction","description":"A whole transaction, not yet in a block. Nodes add members, such as the signature.","type":"object","required":["hash","nonce","from","gas","value","input"],"x-conformance":["required"],"properties":{"hash":{"description":"Hash of the transaction.","allOf":[{"$ref":"#/components/schemas/Hash32"}]},"type":{"description":"Type of the transaction.","anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"chainId":{"description":"Chain that it is signed for.","anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"nonce":{"description":"Number of the sender's transactions before.","allOf":[{"$ref":"#/components/schemas/Quantity"}]},"from":{"description":"The sender.","allOf":[{"$ref":"#/components/schemas/EvmAddress"}]},"to":{"description":"The receiver; null if it creates a contract.","anyOf":[{"$ref":"#/components/schemas/EvmAddress"},{"type":"null"}]},"gas":{"description":"Gas that it may use.","allOf":[{"$ref":"#/components/schemas/Quantity"}]},"gasPrice":{"description":"Price of gas.","anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"maxFeePerGas":{"description":"The most that it pays for gas.","anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"maxPriorityFeePerGas":{"description":"The most of it that the maker of the block gets.","anyOf":[{"$ref":"#/components/schemas/Quantity"},{"type":"null"}]},"value":{"description":"Wei that it sends.","allOf":[{"$ref":"#/components/schemas/Quantity"}]},"input":{"description":"Bytes that the receiver is given.","allOf":[{"$ref":"#/components/schemas/HexData"}]}}},
"PendingTransaction": {"title":"PendingTransaction","description":"The hash of a pending transaction, or all of it.","anyOf":[{"$ref":"#/components/schemas/Hash32"},{"$ref":"#/components/schemas/WholeTransaction"}]},
"AccountSubscriptionConfig": {"title":"AccountSubscriptionConfig","description":"A configuration object with commitment, encoding and dataSlice, each of which may be left out or null. Unknown members are ignored.","type":"object","properties":{"commitment":{"description":"How settled the state must be; finalized if left out.","default":"finalized","anyOf":[{"$ref":"#/components/schemas/Commitment"},{"type":"null"}]},"encoding":{"description":"How account data is written; base58 if left out.","anyOf":[{"$ref":"#/components/schemas/AccountEncoding"},{"type":"null"}]},"dataSlice":{"description":"The part of the account data that is wanted. agave notifies the whole data all the same.","anyOf":[{"$ref":"#/components/schemas/DataSlice"},{"type":"null"}]}}},
"AccountMatch": {"title":"AccountMatch","description":"What account data must be: {\"dataSize\": bytes} or {\"memcmp\": {\"offset\": bytes, \"bytes\": text or numbers}}.","type":"object","minProperties":1,"maxProperties":1,"additionalProperties":false,"properties":{"dataSize":{"description":"Size of the account data in bytes.","type":"integer","minimum":0,"maximum":18446744073709551615n},"memcmp":{"description":"Bytes at a place of the account data.","type":"object","required":["offset","bytes"],"properties":{"offset":{"description":"First byte.","type":"integer","minimum":0,"maximum":18446744073709551615n},"bytes":{"description":"The bytes there, as text or as a list of numbers.","anyOf":[{"type":"string"},{"type":"array","maxItems":128,"items":{"type":"integer","minimum":0,"maximum":255}}]},"encoding":{"description":"How the bytes are written: bytes for a list of numbers, base58 if left out.","anyOf":[{"type":"string","enum":["base58","base64","bytes"]},{"type":"null"}]}}}}},
"AccountFilter": {"title":"AccountFilter","description":"A filter of accounts: {\"dataSize\": bytes}, {\"memcmp\": {\"offset\": bytes, \"bytes\": text or numbers}}, or \"tokenAccountState\".","anyOf":[{"$ref":"#/components/schemas/AccountMatch"},{"type":"string","enum":["tokenAccountState"]}]},
"ProgramSubscriptionConfig": {"title":"ProgramSubscriptionConfig","description":"A configuration object with commitment, encoding, dataSlice and filters, each of which may be left out or null. Unknown members are ignored.","type":"object","properties":{"commitment":{"description":"How settled the state must be; finalized if left out.","default":"finalized","anyOf":[{"$ref":"#/components/schemas/Commitment"},{"type":"null"}]},"encoding":{"description":"How account data is written; base58 if left out.","anyOf":[{"$ref":"#/components/schemas/AccountEncoding"},{"type":"null"}]},"dataSlice":{"description":"The part of the account data that is wanted. agave notifies the whole data all the same.","anyOf":[{"$ref":"#/components/schemas/DataSlice"},{"type":"null"}]},"filters":{"description":"Up to four filters, all of which an account must fit.","anyOf":[{"type":"array","maxItems":4,"items":{"$ref":"#/components/schemas/AccountFilter"}},{"type":"null"}]}}},
"LogsSelector": {"title":"LogsSelector","description":"Which transactions: all, allWithVotes, or {\"mentions\": [key]} with exactly one public key.","anyOf":[{"type":"string","enum":["all","allWithVotes"]},{"type":"object","required":["mentions"],"properties":{"mentions":{"description":"The account that the transactions mention.","type":"array","minItems":1,"maxItems":1,"items":{"$ref":"#/components/schemas/Pubkey"}}}}]},
"TransactionSignature": {"title":"TransactionSignature","description":"The signature of a transaction: 64 to 88 base58 characters.","type":"string","pattern":"^[1-9A-HJ-NP-Za-km-z]{64,88}$"},
"SignatureSubscriptionConfig": {"title":"SignatureSubscriptionConfig","description":"A configuration object with commitment and enableReceivedNotification, each of which may be left out or null. Unknown members are ignored.","type":"object","properties":{"commitment":{"description":"How settled the state must be; finalized if left out.","default":"finalized","anyOf":[{"$ref":"#/components/schemas/Commitment"},{"type":"null"}]},"enableReceivedNotification":{"description":"Whether an event says that the node received the transaction.","anyOf":[{"type":"boolean"},{"type":"null"}]}}},
"SolanaAccount": {"title":"SolanaAccount","description":"An account: its data, owner and lamports.","type":"object","required":["data","executable","lamports","owner","rentEpoch"],"x-conformance":["required"],"properties":{"data":{"description":"The parsed data, or the bytes.","anyOf":[{"$ref":"#/components/schemas/ParsedProgramData"},{"$ref":"#/components/schemas/EncodedAccountData"},{"$ref":"#/components/schemas/LegacyAccountData"}]},"executable":{"description":"Whether the account is executable.","type":"boolean"},"lamports":{"description":"Lamports in the account, an unsigned 64-bit integer.","x-integer":"u64","type":"integer","minimum":0},"owner":{"description":"The program that owns the account.","allOf":[{"$ref":"#/components/schemas/Pubkey"}]},"rentEpoch":{"description":"Epoch of the next rent, an unsigned 64-bit integer.","x-integer":"u64","type":"integer","minimum":0},"space":{"description":"Size of the account data in bytes.","type":"integer","minimum":0}}},
"ParsedProgramData": {"title":"ParsedProgramData","description":"Account data that the node parsed.","type":"object","required":["program","parsed"],"x-conformance":["required"],"properties":{"program":{"description":"Name of the program.","type":"string"},"parsed":{"description":"What the program's parser made of the data."},"space":{"description":"Size of the account data in bytes.","type":"integer","minimum":0}}},
"AccountNotice": {"title":"AccountNotice","description":"A state of an account.","type":"object","required":["context","value"],"properties":{"context":{"description":"The slot of the event.","allOf":[{"$ref":"#/components/schemas/ResultContext"}]},"value":{"description":"The account.","allOf":[{"$ref":"#/components/schemas/SolanaAccount"}]}}},
"ProgramNotice": {"title":"ProgramNotice","description":"A state of an account of a program.","type":"object","required":["context","value"],"properties":{"context":{"description":"The slot of the event.","allOf":[{"$ref":"#/components/schemas/ResultContext"}]},"value":{"description":"The account and its key.","type":"object","required":["pubkey","account"],"properties":{"pubkey":{"description":"Key of the account.","allOf":[{"$ref":"#/components/schemas/Pubkey"}]},"account":{"description":"The account.","allOf":[{"$ref":"#/components/schemas/SolanaAccount"}]}}}}},
"LogsNotice": {"title":"LogsNotice","description":"The logs of a transaction.","type":"object","required":["context","value"],"properties":{"context":{"description":"The slot of the event.","allOf":[{"$ref":"#/components/schemas/ResultContext"}]},"value":{"description":"The transaction.","type":"object","required":["signature","err","logs"],"properties":{"signature":{"description":"Its first signature.","allOf":[{"$ref":"#/components/schemas/TransactionSignature"}]},"err":{"description":"Why the transaction failed; null if it did not."},"logs":{"description":"What its programs logged.","anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}]}}}}},
"SignatureNotice": {"title":"SignatureNotice","description":"The outcome of a transaction, or that the node received it.","type":"object","required":["context","value"],"properties":{"context":{"description":"The slot of the event.","allOf":[{"$ref":"#/components/schemas/ResultContext"}]},"value":{"description":"The outcome, or receivedSignature.","anyOf":[{"type":"string","enum":["receivedSignature"]},{"type":"object","required":["err"],"properties":{"err":{"description":"Why the transaction failed; null if it did not."}}}]}}},
"SlotNotice": {"title":"SlotNotice","description":"A slot that a node began.","type":"object","required":["slot","parent","root"],"properties":{"slot":{"description":"The slot.","type":"integer","minimum":0},"parent":{"description":"The slot before it in its fork.","type":"integer","minimum":0},"root":{"description":"The newest root.","type":"integer","minimum":0}}},
"RootNotice": {"title":"RootNotice","description":"A slot that became a root: an integer of 0 or more.","type":"integer","minimum":0}
},
"errors": {
"parse-error": {"code":-32700,"message":"Parse error","data":{"name":"parse-error"}},
"invalid-request": {"code":-32600,"message":"Invalid Request","data":{"name":"invalid-request","reason":"empty_batch"}},
"not-found": {"code":-33404,"message":"Not Found: calls are at /<network>/v3/<API_KEY>, or at /v3/<API_KEY> on a network's own host","data":{"name":"not-found","reason":"unknown_path"}},
"method-not-allowed": {"code":-32600,"message":"Method Not Allowed","data":{"name":"method-not-allowed","allow":"POST, OPTIONS","hint":"WebSockets are at /ws/v3/<API_KEY>"}},
"request-timeout": {"code":-32600,"message":"Request Timeout","data":{"name":"request-timeout"}},
"body-too-large": {"code":-32600,"message":"Request body too large","data":{"name":"body-too-large","maxBytes":5242880}},
"unsupported-content-encoding": {"code":-32600,"message":"Unsupported Media Type","data":{"name":"unsupported-content-encoding","reason":"content_encoding"}},
"too-many-bodies": {"code":-32603,"message":"the gateway is reading too many request bodies","data":{"name":"too-many-bodies","reason":"too_many_bodies"}},
"expectation-failed": {"code":-32600,"message":"Expectation Failed","data":{"name":"expectation-failed"}},
"upgrade-required": {"code":-32600,"message":"Upgrade Required","data":{"name":"upgrade-required"}},
"headers-too-large": {"code":-32600,"message":"Request header fields too large","data":{"name":"headers-too-large"}},
"unauthorized": {"code":-33100,"message":"Unauthorized: one valid API key is needed, in the path or in a header","data":{"name":"unauthorized"}},
"network-not-enabled": {"code":-33101,"message":"this network is not enabled for the API key","data":{"name":"network-not-enabled","network":"ethereum-mainnet"}},
"allowlist-refused": {"code":-33102,"message":"refused by the API key's allowlist","data":{"name":"allowlist-refused","method":"eth_getLogs"}},
"account-suspended": {"code":-33103,"message":"the account is suspended","data":{"name":"account-suspended"}},
"too-many-tokens": {"code":-32603,"message":"the gateway is checking too many tokens","data":{"name":"too-many-tokens","reason":"too_many_tokens"}},
"daily-credits-exhausted": {"code":-33000,"message":"daily credits exhausted","data":{"name":"daily-credits-exhausted","dailyCredits":3000000,"cost":255,"resetsAt":"2026-11-22T00:00:00.000Z"}},
"key-daily-credits-exhausted": {"code":-33001,"message":"the API key's own daily credits are exhausted","data":{"name":"key-daily-credits-exhausted","dailyCredits":10000,"cost":255,"resetsAt":"2026-11-22T00:00:00.000Z"}},
"ledger-unavailable": {"code":-32603,"message":"the credit ledger is unavailable","data":{"name":"ledger-unavailable","reason":"ledger_unavailable"}},
"throttled-evm": {"code":-32005,"message":"credits per second exceeded","data":{"name":"throttled-evm","creditsPerSecond":500,"retryAfterMs":510}},
"throttled-solana": {"code":-33200,"message":"credits per second exceeded","data":{"name":"throttled-solana","creditsPerSecond":500,"retryAfterMs":510}},
"too-many-connections": {"code":-33201,"message":"too many WebSocket connections","data":{"name":"too-many-connections","maxConnections":1000}},
"overloaded": {"code":-32603,"message":"the gateway is holding too many answers","data":{"name":"overloaded","reason":"overloaded"}},
"method-not-found": {"code":-32601,"message":"the method {method} does not exist/is not available","data":{"name":"method-not-found"}},
"invalid-params": {"code":-32602,"message":"Invalid params","data":{"name":"invalid-params","path":"/0","keyword":"pattern","expected":"A 20-byte address: 0x and 40 hexadecimal digits."}},
"safe-tag-unsupported": {"code":-32602,"message":"the tag safe is not supported on this network, use finalized","data":{"name":"safe-tag-unsupported"}},
"outside-window": {"code":-32002,"message":"only the latest {recentBlocks} blocks are available on this network","data":{"name":"outside-window","oldestBlock":"0xad","latestBlock":"0x12d"}},
"too-many-parameters": {"code":-32602,"message":"too many parameters","data":{"name":"too-many-parameters","count":5001,"limit":5000}},
"block-hash-and-range": {"code":-32602,"message":"cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other","data":{"name":"block-hash-and-range"}},
"invalid-block-range": {"code":-32602,"message":"invalid block range params","data":{"name":"invalid-block-range"}},
"block-range-too-wide": {"code":-32602,"message":"block range is too wide: {blocks} blocks, please limit the query to at most {limit} blocks","data":{"name":"block-range-too-wide","path":"/0","keyword":"maxBlockRange","expected":"A range of at most 32000 blocks.","blocks":100000,"limit":32000}},
"too-many-results": {"code":-32005,"message":"query returned more than {limit} results","data":{"name":"too-many-results","from":"0x1","to":"0x9","limit":10000}},
"query-timeout": {"code":-32005,"message":"query timeout exceeded","data":{"name":"query-timeout"}},
"no-upstream": {"code":-32603,"message":"no upstream could answer","data":{"name":"no-upstream","reason":"no_upstream"}},
"upstream-timeout": {"code":-32603,"message":"the upstream did not answer in time","data":{"name":"upstream-timeout","reason":"upstream_timeout"}},
"write-outcome-unknown": {"code":-32603,"message":"the node did not answer: it may or may not have taken the transaction","data":{"name":"write-outcome-unknown","reason":"write_outcome_unknown"}},
"stateful-method-refused": {"code":-32601,"message":"the method {method} does not exist/is not available: what it makes would live in one node only","data":{"name":"stateful-method-refused"}},
"filter-not-found": {"code":-32000,"message":"filter not found","data":{"name":"filter-not-found"}},
"method-unavailable": {"code":-32601,"message":"the method {method} does not exist/is not available: no node of this network has it","data":{"name":"method-unavailable"}},
"bad-upstream-answer": {"code":-32603,"message":"the upstream's answer is unusable","data":{"name":"bad-upstream-answer","reason":"bad_upstream_answer"}},
"answer-too-large": {"code":-32603,"message":"the answer is larger than the gateway takes","data":{"name":"answer-too-large","reason":"bad_upstream_answer"}},
"request-too-large": {"code":-32600,"message":"the request is larger than the nodes of this network take","data":{"name":"request-too-large","maxBytes":51200}},
"internal-error": {"code":-32603,"message":"internal error","data":{"name":"internal-error","reason":"internal_error"}},
"subscription-over-http": {"code":-32601,"message":"notifications not supported","data":{"name":"subscription-over-http"}},
"unknown-subscription-kind": {"code":-32601,"message":"no \"{kind}\" subscription in eth namespace","data":{"name":"unknown-subscription-kind"}},
"subscription-not-found-evm": {"code":-32000,"message":"subscription not found","data":{"name":"subscription-not-found-evm"}},
"subscription-not-found-solana": {"code":-32602,"message":"Invalid subscription id.","data":{"name":"subscription-not-found-solana"}},
"too-many-subscriptions": {"code":-33202,"message":"too many subscriptions","data":{"name":"too-many-subscriptions","maxSubscriptions":1000,"scope":"connection"}},
"resume-point-unknown": {"code":-32602,"message":"the resume point is unknown: it is too old, or no node has its block","data":{"name":"resume-point-unknown","reason":"resume_point_unknown"}}
}
},
"x-errors": {
"parse-error": {
"description": "The body is not JSON.",
"httpStatus": 400,
"retry": "never",
"answers": ["body"],
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"parse-error"}}}
},
"invalid-request": {
"description": "Not a request object, an empty or oversized batch, an id that is neither a number, a string nor null, a broken gzip body, a broken handshake, or bytes that are not HTTP.",
"httpStatus": 400,
"retry": "never",
"answers": ["http-request","handshake","body","call"],
"data": {"oneOf":[{"type":"object","required":["name","reason"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"invalid-request"},"reason":{"description":"What is wrong.","type":"string","enum":["empty_batch","too_many_members","not_an_object","method_missing","id_type","jsonrpc_version","params_type","broken_http","broken_gzip","broken_handshake"]}}},{"type":"object","required":["name","reason","maxDepth"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"invalid-request"},"reason":{"description":"What is wrong.","type":"string","enum":["nested_too_deep"]},"maxDepth":{"description":"How deep arrays and objects may nest.","type":"integer","minimum":0}}},{"type":"object","required":["name","reason","maxBatch"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"invalid-request"},"reason":{"description":"What is wrong.","type":"string","enum":["batch_too_large"]},"maxBatch":{"description":"How many calls a batch may have.","type":"integer","minimum":0}}}]}
},
"not-found": {
"description": "Unknown network or unknown path. Over a WebSocket: its network has left the configuration.",
"httpStatus": 404,
"retry": "never",
"answers": ["http-request","handshake","call"],
"data": {"type":"object","required":["name","reason"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"not-found"},"reason":{"description":"What is wrong.","type":"string","enum":["unknown_network","unknown_path"]}}}
},
"method-not-allowed": {
"description": "An HTTP method that the path does not have; the header Allow names those it has.",
"httpStatus": 405,
"retry": "never",
"answers": ["http-request","handshake"],
"data": {"type":"object","required":["name","allow"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"method-not-allowed"},"allow":{"description":"The HTTP methods that the path has, as in the header Allow.","type":"string"},"hint":{"description":"The address that was perhaps meant.","type":"string"}}}
},
"request-timeout": {
"description": "The request did not arrive in time.",
"httpStatus": 408,
"retry": "soon",
"answers": ["http-request"],
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"request-timeout"}}}
},
"body-too-large": {
"description": "The body is longer than the gateway accepts.",
"httpStatus": 413,
"retry": "never",
"answers": ["http-request"],
"data": {"type":"object","required":["name","maxBytes"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"body-too-large"},"maxBytes":{"description":"How many bytes a body may have.","type":"integer","minimum":0}}}
},
"unsupported-content-encoding": {
"description": "The body is encoded (Content-Encoding) in another way than with gzip; the header Accept-Encoding names what is read.",
"httpStatus": 415,
"retry": "never",
"answers": ["http-request"],
"reason": "content_encoding",
"data": {"type":"object","required":["name","reason"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"unsupported-content-encoding"},"reason":{"description":"What is wrong.","type":"string","const":"content_encoding"}}}
},
"too-many-bodies": {
"description": "The unfinished request bodies of the account, or of all callers, are at their limit of memory.",
"httpStatus": 503,
"retry": "soon",
"answers": ["http-request"],
"reason": "too_many_bodies",
"data": {"type":"object","required":["name","reason"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"too-many-bodies"},"reason":{"description":"What is wrong.","type":"string","const":"too_many_bodies"}}}
},
"expectation-failed": {
"description": "An Expect header other than 100-continue.",
"httpStatus": 417,
"retry": "never",
"answers": ["http-request"],
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"expectation-failed"}}}
},
"upgrade-required": {
"description": "A WebSocket path was asked without a WebSocket upgrade.",
"httpStatus": 426,
"retry": "never",
"answers": ["http-request"],
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"upgrade-required"}}}
},
"headers-too-large": {
"description": "The request headers are longer than the gateway accepts.",
"httpStatus": 431,
"retry": "never",
"answers": ["http-request"],
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"headers-too-large"}}}
},
"unauthorized": {
"description": "No key, an unknown key or a revoked key; or a key in the path and in a header, or in two headers. Also a missing or wrong secret or token; and a good key that is new to the process, while its address guesses too many keys.",
"httpStatus": 401,
"retry": "never",
"answers": ["http-request","handshake"],
"methods": {},
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"unauthorized"}}}
},
"network-not-enabled": {
"description": "The key is valid, but not on this network.",
"httpStatus": 403,
"retry": "never",
"answers": ["http-request","handshake"],
"methods": {},
"data": {"type":"object","required":["name","network"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"network-not-enabled"},"network":{"description":"The network that was asked.","type":"string"}}}
},
"allowlist-refused": {
"description": "The method, contract address, origin or source network is not on the allowlist of the key, or a key limited to contracts sends more than its method lets such a key send.",
"httpStatus": 403,
"retry": "never",
"answers": ["http-request","handshake","call"],
"methods": {},
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"allowlist-refused"},"method":{"description":"The method that the key may not call.","type":"string"},"path":{"description":"JSON pointer to what the key may not send: a contract address, or a part of the params with which a node could be made to read another contract.","type":"string"}}}
},
"account-suspended": {
"description": "The operator suspended the account.",
"httpStatus": 403,
"retry": "never",
"answers": ["http-request","handshake"],
"methods": {},
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"account-suspended"}}}
},
"too-many-tokens": {
"description": "Too many tokens of the account, or of the caller's address, wait to be checked. Nothing is known of this one.",
"httpStatus": 503,
"retry": "soon",
"answers": ["http-request","handshake"],
"methods": {},
"reason": "too_many_tokens",
"data": {"type":"object","required":["name","reason"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"too-many-tokens"},"reason":{"description":"What is wrong.","type":"string","const":"too_many_tokens"}}}
},
"daily-credits-exhausted": {
"description": "Fewer credits than the price are left for the day; the balance renews at 00:00 UTC.",
"httpStatus": 402,
"retry": "after",
"answers": ["call"],
"methods": {},
"data": {"type":"object","required":["name","dailyCredits","cost","resetsAt"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"daily-credits-exhausted"},"dailyCredits":{"description":"The credits of a day.","type":"integer","minimum":0},"cost":{"description":"The price of the call, in credits.","type":"integer","minimum":0},"resetsAt":{"description":"When the balance renews: the next 00:00 UTC, as ISO 8601.","type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}T00:00:00\\.000Z$"}}}
},
"key-daily-credits-exhausted": {
"description": "Fewer credits than the price are left of the daily limit of the key.",
"httpStatus": 402,
"retry": "after",
"answers": ["call"],
"methods": {},
"data": {"type":"object","required":["name","dailyCredits","cost","resetsAt"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"key-daily-credits-exhausted"},"dailyCredits":{"description":"The credits of a day.","type":"integer","minimum":0},"cost":{"description":"The price of the call, in credits.","type":"integer","minimum":0},"resetsAt":{"description":"When the balance renews: the next 00:00 UTC, as ISO 8601.","type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}T00:00:00\\.000Z$"}}}
},
"ledger-unavailable": {
"description": "The store is away, and the gateway has not looked up the key lately or has no leased credits left. Or too many new keys wait for the store.",
"httpStatus": 503,
"retry": "soon",
"answers": ["http-request","handshake","call"],
"methods": {},
"reason": "ledger_unavailable",
"data": {"type":"object","required":["name","reason"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"ledger-unavailable"},"reason":{"description":"What is wrong.","type":"string","const":"ledger_unavailable"}}}
},
"throttled-evm": {
"description": "The account spends faster than its plan allows, sends more bytes of request bodies or more free calls, or has its share of the calls that a provider takes, on an EVM network. Wait and retry. `data` has `bodyBytesPerSecond` or `callsPerSecond` if that is the limit.",
"httpStatus": 429,
"retry": "after",
"answers": ["body","call"],
"methods": {"family":"evm"},
"data": {"type":"object","required":["name","creditsPerSecond","retryAfterMs"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"throttled-evm"},"creditsPerSecond":{"description":"The limit that was met: the key's own, or the account's. Beside bodyBytesPerSecond or callsPerSecond: the account's, which was not met.","type":"integer","minimum":0},"bodyBytesPerSecond":{"description":"There when this limit was met: bytes of request bodies that the account may send each second.","type":"integer","minimum":0},"callsPerSecond":{"description":"There when this limit was met: calls per second that the provider of an upstream takes, which accounts share, or free calls per second that the account may send.","type":"integer","minimum":0},"retryAfterMs":{"description":"Milliseconds until the call fits.","type":"integer","minimum":0}}}
},
"throttled-solana": {
"description": "The account spends faster than its plan allows, sends more bytes of request bodies or more free calls, or has its share of the calls that a provider takes, on a Solana network. Wait and retry. `data` has `bodyBytesPerSecond` or `callsPerSecond` if that is the limit.",
"httpStatus": 429,
"retry": "after",
"answers": ["body","call"],
"methods": {"family":"solana"},
"data": {"type":"object","required":["name","creditsPerSecond","retryAfterMs"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"throttled-solana"},"creditsPerSecond":{"description":"The limit that was met: the key's own, or the account's. Beside bodyBytesPerSecond or callsPerSecond: the account's, which was not met.","type":"integer","minimum":0},"bodyBytesPerSecond":{"description":"There when this limit was met: bytes of request bodies that the account may send each second.","type":"integer","minimum":0},"callsPerSecond":{"description":"There when this limit was met: calls per second that the provider of an upstream takes, which accounts share, or free calls per second that the account may send.","type":"integer","minimum":0},"retryAfterMs":{"description":"Milliseconds until the call fits.","type":"integer","minimum":0}}}
},
"too-many-connections": {
"description": "The account has as many WebSocket connections open as its plan allows.",
"httpStatus": 429,
"retry": "soon",
"answers": ["handshake"],
"data": {"type":"object","required":["name","maxConnections"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"too-many-connections"},"maxConnections":{"description":"How many WebSocket connections the account may have open.","type":"integer","minimum":0}}}
},
"overloaded": {
"description": "The gateway is at its limit of answers held in memory. Or there is no room for a subscription's filter, too many subscriptions of the account wait to be resumed, or replies that the account does not read take up its part of the memory (over HTTP with a null id; the calls are charged).",
"httpStatus": 503,
"retry": "soon",
"answers": ["body","call"],
"methods": {},
"reason": "overloaded",
"data": {"type":"object","required":["name","reason"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"overloaded"},"reason":{"description":"What is wrong.","type":"string","const":"overloaded"}}}
},
"method-not-found": {
"description": "The method is not in this contract, or not on this family of networks.",
"httpStatus": 200,
"retry": "never",
"answers": ["call"],
"methods": {},
"fill": ["method"],
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"method-not-found"}}}
},
"invalid-params": {
"description": "The params do not fit the contract. The message says what is wrong, in the wording of the nodes of the network.",
"httpStatus": 200,
"retry": "never",
"answers": ["call"],
"methods": {},
"data": {"type":"object","required":["name","path","keyword","expected"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"invalid-params"},"path":{"description":"JSON pointer into the params; empty for the params as a whole.","type":"string"},"keyword":{"description":"The rule that is broken: a keyword of JSON Schema, or pubkey, duplicate, maxBlockRange.","type":"string"},"expected":{"description":"What would be right, in one sentence.","type":"string"}}}
},
"safe-tag-unsupported": {
"description": "The network does not know the tag safe.",
"httpStatus": 200,
"retry": "never",
"answers": ["call"],
"methods": {"position":["block","block-range"]},
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"safe-tag-unsupported"}}}
},
"outside-window": {
"description": "The network serves only its most recent blocks, and an older one was asked for.",
"httpStatus": 200,
"retry": "never",
"answers": ["call"],
"methods": {"position":["block","block-range"]},
"fill": ["recentBlocks"],
"data": {"type":"object","required":["name","oldestBlock","latestBlock"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"outside-window"},"oldestBlock":{"description":"The oldest block that is served.","type":"string","pattern":"^0x[0-9a-f]+$"},"latestBlock":{"description":"The newest block of the network.","type":"string","pattern":"^0x[0-9a-f]+$"}}}
},
"too-many-parameters": {
"description": "A filter with more addresses and topics than the limit; nested ones count.",
"httpStatus": 200,
"retry": "never",
"answers": ["call"],
"methods": {"limit":"maxParameters"},
"data": {"type":"object","required":["name","count","limit"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"too-many-parameters"},"count":{"description":"How many addresses and topics there are.","type":"integer","minimum":0},"limit":{"description":"How many there may be.","type":"integer","minimum":0}}}
},
"block-hash-and-range": {
"description": "A log filter with blockHash and also fromBlock or toBlock.",
"httpStatus": 200,
"retry": "never",
"answers": ["call"],
"methods": {"position":["block-range"]},
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"block-hash-and-range"}}}
},
"invalid-block-range": {
"description": "A log filter whose fromBlock comes after its toBlock.",
"httpStatus": 200,
"retry": "never",
"answers": ["call"],
"methods": {"position":["block-range"]},
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"invalid-block-range"}}}
},
"block-range-too-wide": {
"description": "A log filter over more blocks than the nodes of the network answer in one call, even in parts.",
"httpStatus": 200,
"retry": "never",
"answers": ["call"],
"methods": {"position":["block-range"],"limit":"maxResults"},
"data": {"type":"object","required":["name","path","keyword","expected","blocks","limit"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"block-range-too-wide"},"path":{"description":"JSON pointer into the params, to the filter.","type":"string"},"keyword":{"description":"The rule that is broken.","type":"string","enum":["maxBlockRange"]},"expected":{"description":"What would be right, in one sentence.","type":"string"},"blocks":{"description":"How many blocks the range has.","type":"integer","minimum":0},"limit":{"description":"How many it may have on this network.","type":"integer","minimum":0}}}
},
"too-many-results": {
"description": "The call matches more than the limit. data gives a block range that fits, where one was found.",
"httpStatus": 200,
"isCharged": true,
"retry": "never",
"answers": ["call"],
"methods": {"limit":"maxResults"},
"data": {"oneOf":[{"type":"object","required":["name","from","to","limit"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"too-many-results"},"from":{"description":"The first block of a range that was asked and fits.","type":"string","pattern":"^0x[0-9a-f]+$"},"to":{"description":"The last block of that range.","type":"string","pattern":"^0x[0-9a-f]+$"},"limit":{"description":"How many results there may be.","type":"integer","minimum":0}}},{"type":"object","required":["name","from","to","limit"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"too-many-results"},"from":{"description":"No range is known to fit.","type":"null"},"to":{"description":"No range is known to fit.","type":"null"},"limit":{"description":"How many results there may be.","type":"integer","minimum":0},"block":{"description":"The block that alone has too many.","type":"string","pattern":"^0x[0-9a-f]+$"},"reason":{"description":"Why there is no range: one block alone has too many, or the node did not answer for a narrower one.","type":"string","enum":["block_too_full","not_verified"]}}}]}
},
"query-timeout": {
"description": "A query took longer than its time limit: ask for less.",
"httpStatus": 200,
"isCharged": true,
"retry": "never",
"answers": ["call"],
"methods": {"isTimeout":true},
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"query-timeout"}}}
},
"no-upstream": {
"description": "No node of the network could be reached.",
"httpStatus": 503,
"retry": "soon",
"answers": ["call"],
"methods": {},
"reason": "no_upstream",
"data": {"type":"object","required":["name","reason"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"no-upstream"},"reason":{"description":"What is wrong.","type":"string","const":"no_upstream"}}}
},
"upstream-timeout": {
"description": "No node answered within the time limit of the method.",
"httpStatus": 504,
"retry": "soon",
"answers": ["call"],
"methods": {"isTimeout":true},
"reason": "upstream_timeout",
"data": {"type":"object","required":["name","reason"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"upstream-timeout"},"reason":{"description":"What is wrong.","type":"string","const":"upstream_timeout"}}}
},
"write-outcome-unknown": {
"description": "A method that writes may have reached a node whose answer is lost; it is not sent to another one. Ask for the transaction before it is sent again.",
"httpStatus": 504,
"retry": "never",
"answers": ["call"],
"methods": {"effect":"write"},
"reason": "write_outcome_unknown",
"data": {"type":"object","required":["name","reason"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"write-outcome-unknown"},"reason":{"description":"What is wrong.","type":"string","const":"write_outcome_unknown"}}}
},
"stateful-method-refused": {
"description": "A method whose results live in one node, such as a filter, on a network that does not bind them to their node (`statefulMethods`).",
"httpStatus": 200,
"retry": "never",
"answers": ["call"],
"methods": {"effect":"stateful"},
"fill": ["method"],
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"stateful-method-refused"}}}
},
"filter-not-found": {
"description": "The id is not one of a filter of this key, or the filter is gone: its node forgot it, is down, or is no upstream any more. Make a new one.",
"httpStatus": 200,
"retry": "never",
"answers": ["call"],
"methods": {"effect":"stateful"},
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"filter-not-found"}}}
},
"method-unavailable": {
"description": "Every node of the network said that it does not have the method. That is remembered for ten minutes at most. Or no upstream has a `wsUrl` for the subscription.",
"httpStatus": 200,
"retry": "never",
"answers": ["call"],
"methods": {},
"fill": ["method"],
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"method-unavailable"}}}
},
"bad-upstream-answer": {
"description": "The answer of the node is not JSON or has the wrong id, the node refused the request as none it could read, or two nodes closed their WebSockets instead of answering a subscription.",
"httpStatus": 502,
"retry": "soon",
"answers": ["call"],
"methods": {},
"reason": "bad_upstream_answer",
"data": {"type":"object","required":["name","reason"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"bad-upstream-answer"},"reason":{"description":"What is wrong.","type":"string","const":"bad_upstream_answer"}}}
},
"answer-too-large": {
"description": "The answer of the node is longer than the gateway accepts, or nested more than 2,100 deep: ask for less. The node did the work, so the call is charged.",
"httpStatus": 502,
"isCharged": true,
"retry": "never",
"answers": ["call"],
"methods": {},
"reason": "bad_upstream_answer",
"data": {"type":"object","required":["name","reason"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"answer-too-large"},"reason":{"description":"What is wrong.","type":"string","const":"bad_upstream_answer"}}}
},
"request-too-large": {
"description": "The call is longer than the nodes of the network accept; data.maxBytes is the limit where it is known.",
"httpStatus": 413,
"retry": "never",
"answers": ["call"],
"methods": {},
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"request-too-large"},"maxBytes":{"description":"How many bytes a call may have on this network, where it is known.","type":"integer","minimum":0}}}
},
"internal-error": {
"description": "A mistake of the gateway itself.",
"httpStatus": 500,
"retry": "soon",
"answers": ["call"],
"methods": {},
"reason": "internal_error",
"data": {"type":"object","required":["name","reason"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"internal-error"},"reason":{"description":"What is wrong.","type":"string","const":"internal_error"}}}
},
"subscription-over-http": {
"description": "A subscription over HTTP, which has no way back for its events: use a WebSocket.",
"httpStatus": 200,
"retry": "never",
"answers": ["call"],
"methods": {"effect":"subscription"},
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"subscription-over-http"}}}
},
"unknown-subscription-kind": {
"description": "The first parameter names no kind of events that the method has.",
"httpStatus": 200,
"retry": "never",
"answers": ["call"],
"methods": {"subscription":"names-kind"},
"fill": ["kind"],
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"unknown-subscription-kind"}}}
},
"subscription-not-found-evm": {
"description": "The id is not one of a subscription of this connection.",
"httpStatus": 200,
"retry": "never",
"answers": ["call"],
"methods": {"family":"evm","subscription":"ends"},
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"subscription-not-found-evm"}}}
},
"subscription-not-found-solana": {
"description": "The id is not one of a subscription of this connection; a signature's has ended with its last event.",
"httpStatus": 200,
"retry": "never",
"answers": ["call"],
"methods": {"family":"solana","subscription":"ends"},
"data": {"type":"object","required":["name"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"subscription-not-found-solana"}}}
},
"too-many-subscriptions": {
"description": "The connection or the account has as many subscriptions as it may have. End one first.",
"httpStatus": 429,
"retry": "soon",
"answers": ["call"],
"methods": {"subscription":"begins"},
"data": {"type":"object","required":["name","maxSubscriptions","scope"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"too-many-subscriptions"},"maxSubscriptions":{"description":"How many subscriptions there may be.","type":"integer","minimum":0},"scope":{"description":"Whose limit it is.","type":"string","enum":["connection","account"]}}}
},
"resume-point-unknown": {
"description": "The events after the resume point cannot all be sent: its block is too old, or no node has it. Nodes were asked, so the call is charged. Subscribe without it, and ask for what is missed.",
"httpStatus": 200,
"isCharged": true,
"retry": "never",
"answers": ["call"],
"methods": {"subscription":"resumes"},
"reason": "resume_point_unknown",
"data": {"type":"object","required":["name","reason"],"properties":{"name":{"description":"Which error it is.","type":"string","const":"resume-point-unknown"},"reason":{"description":"What is wrong.","type":"string","const":"resume_point_unknown"}}}
}
},
"x-headers": {
"X-Credits-Cost": {
"description": "Credits charged for this request; in a batch, for all of its calls.",
"when": "on every reply to a POST, refusals included",
"schema": {"type":"integer","minimum":0}
},
"X-Credits-Remaining": {
"description": "Credits left today for the account, or for the key if its own limit is nearer.",
"when": "on every reply to a POST whose account is known, refusals included, unless the store cannot be read",
"schema": {"type":"integer","minimum":0}
},
"X-Credits-Reset": {
"description": "Unix seconds of the next 00:00 UTC, when the credits renew.",
"when": "on every reply to a POST, refusals included",
"schema": {"type":"integer","minimum":0}
},
"X-Request-Id": {
"description": "Quote it to the operator; it stands in the log.",
"when": "on every reply to a POST, refusals included",
"schema": {"type":"string","minLength":1}
},
"X-Served-By": {
"description": "What answered: `upstream`, a node of the network; `cache`, the gateway's memory (a final answer, the newest block that it polled, a refusal that it repeats, the configured chain id); or `partner`. In a batch, each that did, separated by commas.",
"when": "where a call was answered",
"schema": {"type":"string","pattern":"^(upstream|cache|partner)(, (upstream|cache|partner))*$"}
},
"X-Verified": {
"description": "The partner's answer was proven against a state root that the network's own node gave; in a batch, all that the partner answered.",
"when": "where the partner's answer was proven",
"schema": {"type":"string","enum":["proof"]}
}
},
"x-extensions": [
{
"openrpcExtension": "0.0.0-development",
"name": "x-network",
"version": "1.0.0",
"summary": "The network that the document describes.",
"description": "Only in a document that one network serves. It gives the network's name and family, whether the network knows the block tag `safe`, and how many of its latest blocks it serves if it does not serve all.",
"restricted": ["infoObject"],
"schema": {"type":"object","required":["name","family"],"additionalProperties":false,"properties":{"name":{"type":"string"},"family":{"type":"string","enum":["evm","solana"]},"safeTag":{"type":"boolean"},"recentBlocks":{"type":"integer","minimum":1}}}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-account",
"version": "1.0.0",
"summary": "The credits of the account that asked for the document.",
"description": "Only in an answer of `rpc.discover`. It gives the credits of a day, those that are left, and the moment at which they renew (ISO 8601).",
"restricted": ["infoObject"],
"schema": {"type":"object","required":["dailyCredits","resetsAt"],"additionalProperties":false,"properties":{"dailyCredits":{"type":"integer","minimum":0},"remaining":{"type":"integer","minimum":0},"resetsAt":{"type":"string","format":"date-time"}}}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-family",
"version": "1.0.0",
"summary": "The family of networks that have the method.",
"restricted": ["methodObject"],
"schema": {"type":"string","enum":["evm","solana"]}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-credits",
"version": "1.0.0",
"summary": "The price of one call in whole credits.",
"description": "With `x-credits-by` it is the highest price.",
"restricted": ["methodObject"],
"schema": {"type":"integer","minimum":0}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-credits-by",
"version": "1.0.0",
"summary": "The price of a call that depends on the call.",
"description": "Each call costs `base`. `perResultKiB` is added for each KiB of the result, and a started KiB counts as a whole one. `each` is added for each item at `of`, a JSON pointer into params. The gateway holds `x-credits` until the price is known.",
"restricted": ["methodObject"],
"schema": {"type":"object","required":["base"],"additionalProperties":false,"properties":{"base":{"type":"integer","minimum":0},"perResultKiB":{"type":"integer","minimum":1},"each":{"type":"integer","minimum":1},"of":{"type":"string","pattern":"^/[0-9]+(/[^/]+)*$"}}}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-limits",
"version": "1.0.0",
"summary": "The limits of one call.",
"description": "`timeoutMs` is the time in milliseconds, and `timeoutError` the error when it is over. `maxParameters` bounds the number of parameters, which are counted at JSON pointers into params, nested ones too. `maxResults` bounds the number of results.",
"restricted": ["methodObject"],
"schema": {"type":"object","required":["timeoutMs","timeoutError"],"additionalProperties":false,"properties":{"timeoutMs":{"type":"integer","minimum":100,"maximum":120000},"timeoutError":{"type":"string","pattern":"^[a-z]+(-[a-z]+)*$"},"maxParameters":{"type":"integer","minimum":1},"countedParameters":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^/[0-9]+(/[^/]+)*$"}},"maxResults":{"type":"integer","minimum":1}}}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-position",
"version": "1.0.0",
"summary": "Where the params say which state is read.",
"description": "It names the index of a block parameter, of a filter with a block range, or of a configuration with a commitment.",
"restricted": ["methodObject"],
"schema": {"type":"object","required":["kind"],"properties":{"kind":{"type":"string","enum":["block","block-range","commitment","none"]},"param":{"type":"integer","minimum":0}},"additionalProperties":false,"if":{"properties":{"kind":{"const":"none"}}},"then":{"properties":{"param":false}},"else":{"required":["param"]}}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-finality",
"version": "1.0.0",
"summary": "When an answer stops changing: never, once its block is final, or at once because it is constant.",
"restricted": ["methodObject"],
"schema": {"type":"string","enum":["never","constant","block"]}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-failover",
"version": "1.0.0",
"summary": "Whether a partner provider may answer when no node can.",
"restricted": ["methodObject"],
"schema": {"type":"boolean"}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-answers",
"version": "1.0.0",
"summary": "What the gateway itself knows of the answer.",
"description": "`newest-block`: the result is the number of the newest block, which the gateway polls. It answers from what it knows while no newer block can exist. It doubts a number that the chain cannot have reached, and one that is lower than callers were told. `chain-id`: the result is the id of the chain. If no node answers, the gateway answers with the configured `chainId`: clients ask for it first.",
"restricted": ["methodObject"],
"schema": {"type":"string","enum":["newest-block","chain-id"]}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-proof",
"version": "1.0.0",
"summary": "How the gateway proves an answer of the partner.",
"description": "`eip-1186`: the params are an address, a storage position and a block. eth_getProof proves the value there against a state root that the network\u2019s own nodes gave.",
"restricted": ["methodObject"],
"schema": {"type":"string","enum":["eip-1186"]}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-effect",
"version": "1.0.0",
"summary": "What a call does, which decides the nodes that the gateway asks.",
"description": "`read`, the default: any node, as often as necessary. `write`: one node, or all with `x-broadcast`, and never again once a node may have it. `stateful`: the node that holds the state. `subscription`: begins or ends one, over a WebSocket only.",
"restricted": ["methodObject"],
"schema": {"type":"string","enum":["read","write","stateful","subscription"]}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-broadcast",
"version": "1.0.0",
"summary": "Whether the gateway sends a write to all healthy nodes at once.",
"description": "16 nodes at most, and none that is behind unless all are. The first acceptance is the answer, and is charged once. It is for writes that have the same outcome however often they are sent, such as signed transactions.",
"restricted": ["methodObject"],
"schema": {"type":"boolean"}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-already-known",
"version": "1.0.0",
"summary": "The error messages by which nodes say that they have accepted a write before.",
"description": "`messages` are regular expressions from the beginning of the message, without regard to case. `param` is the index of the transaction. `result` is what the gateway answers instead: the hash of an EVM transaction, or the first signature of a Solana transaction.",
"restricted": ["methodObject"],
"schema": {"type":"object","required":["messages","param","result"],"additionalProperties":false,"properties":{"messages":{"type":"array","minItems":1,"maxItems":20,"items":{"type":"string","minLength":3,"maxLength":200}},"param":{"type":"integer","minimum":0},"result":{"type":"string","enum":["evm-transaction-hash","solana-signature"]}}}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-unknown-as",
"version": "1.0.0",
"summary": "The value by which a result says that the node does not know what the call names.",
"description": "`at` is a JSON pointer into the result, or empty for the whole result, and `is` the value there: a text, true, false, null or an empty list. The gateway asks a second node then, unless the call names a block by number or tag, and further ones that are ahead of it. Without this extension, it asks another node only if the result is null as a whole and comes from a node whose head is below the network\u2019s, or below what callers were told.",
"restricted": ["methodObject"],
"schema": {"type":"object","required":["at","is"],"additionalProperties":false,"properties":{"at":{"type":"string","pattern":"^(/[^/]+)*$"},"is":{"type":["string","boolean","null","array"],"maxItems":0}}}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-state",
"version": "1.0.0",
"summary": "How a stateful method uses the id of an object in a node.",
"description": "`made`: the result is the id of an object that the call makes. `used`: the parameter at `param` is the id of such an object, and `ifGone` is the result if the object is gone; without `ifGone` the error is `filter-not-found`. A network that binds ids to their node serves a method with `x-state`. A stateful method without it is refused.",
"restricted": ["methodObject"],
"schema": {"type":"object","required":["id"],"additionalProperties":false,"properties":{"id":{"type":"string","enum":["made","used"]},"param":{"type":"integer","minimum":0},"ifGone":{"type":["boolean","null"]}},"if":{"properties":{"id":{"const":"made"}}},"then":{"properties":{"param":false,"ifGone":false}},"else":{"required":["param"]}}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-subscription",
"version": "1.0.0",
"summary": "The events of a method that begins a subscription.",
"description": "`notification` is the name of their notification, and `unsubscribe` the method that ends the subscription. `kind` is the place of the parameter that names the kind of events. `kinds` has an entry for each kind of events.",
"restricted": ["methodObject"],
"schema": {"type":"object","required":["notification","unsubscribe","kinds"],"additionalProperties":false,"properties":{"notification":{"type":"string","pattern":"^[A-Za-z][A-Za-z0-9_]*$"},"unsubscribe":{"type":"string","pattern":"^[A-Za-z][A-Za-z0-9_]*$"},"kind":{"type":"string","enum":["/0"]},"kinds":{"type":"object","minProperties":1,"propertyNames":{"pattern":"^[A-Za-z][A-Za-z0-9_]*$"},"additionalProperties":{"type":"object","required":["source","event","x-credits"],"additionalProperties":false,"properties":{"source":{"description":"Where the events come from: the blocks that the gateway follows (heads, logs), the transactions of its nodes (pending), or a subscription at a node.","type":"string","enum":["heads","logs","pending","node"]},"params":{"description":"The params of the kind after the one that names it; a method with one kind has them itself.","type":"array","items":{"type":"object","required":["name","description","schema"],"additionalProperties":false,"properties":{"name":{"type":"string","pattern":"^[A-Za-z][A-Za-z0-9_]*$"},"description":{"type":"string"},"required":{"type":"boolean"},"schema":{"type":"object","required":["$ref"],"additionalProperties":false,"properties":{"$ref":{"type":"string","pattern":"^#/components/schemas/[A-Za-z0-9]+$"}}}}}},"event":{"description":"The schema of an event: params.result of the notification.","type":"object","required":["$ref"],"additionalProperties":false,"properties":{"$ref":{"type":"string","pattern":"^#/components/schemas/[A-Za-z0-9]+$"}}},"x-credits":{"description":"The price of an event.","type":"integer","minimum":0},"x-credits-if":{"description":"Another price, if the param of the kind at this index is true.","type":"object","required":["param","credits"],"additionalProperties":false,"properties":{"param":{"type":"integer","minimum":0},"credits":{"type":"integer","minimum":0}}},"state":{"description":"For source node: the latest event replaces older ones, one event ends the subscription (once), or every event counts.","type":"string","enum":["latest","once","every"]},"resume":{"description":"Whether the kind takes a resume point, which is the parameter after its own.","type":"boolean"}}}}}}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-contracts",
"version": "1.0.0",
"summary": "What a key that is limited to contracts may send.",
"description": "`open`: any params. `addresses`: JSON pointers to contract addresses, each of which the key\u2019s allowlist must have; `beside`: what else the params may have. Such a key may send nothing else. It may not call a method without `x-contracts`.",
"restricted": ["methodObject"],
"schema": {"type":["string","object"],"if":{"type":"string"},"then":{"enum":["open"]},"required":["addresses"],"additionalProperties":false,"properties":{"addresses":{"type":"array","minItems":1,"maxItems":20,"uniqueItems":true,"items":{"type":"string","pattern":"^/[0-9]+(/[^/]+)*$"}},"beside":{"type":"array","minItems":1,"maxItems":100,"uniqueItems":true,"items":{"type":"string","pattern":"^/[0-9]+(/[^/]+)*$"}}}}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-source",
"version": "1.0.0",
"summary": "The specification or the node's code that the method follows.",
"description": "A note for contributors, which readers of the docs page and of a client do not see.",
"restricted": ["methodObject"],
"schema": {"type":"string","minLength":4}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-reasons",
"version": "1.0.0",
"summary": "Why another extension says what no type can show.",
"description": "`x-finality`: why an answer is constant. `x-contracts`: why a method is open to keys that are limited to contracts although params or result can hold contract data, or why it is left out. `x-effect`: why a method is asked with less care than in the shipped contract.",
"restricted": ["methodObject"],
"schema": {"type":"object","minProperties":1,"additionalProperties":false,"properties":{"x-contracts":{"type":"string","minLength":10},"x-effect":{"type":"string","minLength":10},"x-finality":{"type":"string","minLength":10}}}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-handler",
"version": "1.0.0",
"summary": "Whether the method has a rule that data cannot say.",
"description": "The rule is in `src/server/pipeline/methods/`.",
"restricted": ["methodObject"],
"schema": {"type":"boolean"}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-completed-with",
"version": "1.0.0",
"summary": "The value that the gateway writes into a call that leaves out a required parameter.",
"description": "This is an addition of the gateway: official test vectors and some clients leave out such parameters.",
"restricted": ["contentDescriptorObject"],
"schema": {"type":["string","array"]}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-rewrite",
"version": "1.0.0",
"summary": "How the gateway corrects a value before it asks a node.",
"description": "`spelling`: names of members are accepted in upper and lower case. `leading-zeros`: those of a number are dropped. `null-is-false`: null becomes false. Members that are null or unknown are always left out, but unknown ones stay if the schema has `additionalProperties`.",
"restricted": [],
"schema": {"type":"array","minItems":1,"items":{"type":"string","enum":["spelling","leading-zeros","null-is-false"]}}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-left-out",
"version": "1.0.0",
"summary": "Texts of a member that the gateway leaves out, as it does null.",
"description": "Old programs send them, and nodes ignore them. They are no values of the schema.",
"restricted": [],
"schema": {"type":"array","minItems":1,"items":{"type":"string"}}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-refused-with",
"version": "1.0.0",
"summary": "The error of a filter that has a block hash and a range, instead of `invalid-params`.",
"description": "It stands at `dependencies/blockHash` only. The stage `check blocks` refuses the call.",
"restricted": [],
"schema": {"type":"string","pattern":"^[a-z]+(-[a-z]+)*$"}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-conformance",
"version": "1.0.0",
"summary": "Keywords of a result's schema that only a conformance check applies.",
"description": "Real nodes break them although they are right. The gateway counts such an answer and does not doubt it.",
"restricted": [],
"schema": {"type":"array","minItems":1,"items":{"type":"string","enum":["required","pattern","enum","anyOf","oneOf"]}}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-integer",
"version": "1.0.0",
"summary": "An integer of 64 bits without sign in a result, which clients read without rounding.",
"restricted": [],
"schema": {"type":"string","enum":["u64"]}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-by-encoding",
"version": "1.0.0",
"summary": "Which alternatives of a result's schema belong to which encoding.",
"description": "It lists places in `anyOf` for each encoding that a call may ask for. `none` is for a call that asks for none.",
"restricted": [],
"schema": {"type":"object","minProperties":1,"additionalProperties":{"type":"array","minItems":1,"items":{"type":"integer","minimum":0}}}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-headers",
"version": "1.0.0",
"summary": "Headers of answers to calls over HTTP, by name.",
"description": "Each has its meaning, when it is there, and the JSON Schema of its value.",
"restricted": [],
"schema": {"type":"object","propertyNames":{"pattern":"^[A-Z][a-z]*(-[A-Z][a-z]*)*$"},"additionalProperties":{"type":"object","required":["description","when","schema"],"additionalProperties":false,"properties":{"description":{"type":"string","minLength":1},"when":{"type":"string","minLength":1},"schema":{"type":"object","required":["type"]}}}}
},
{
"openrpcExtension": "0.0.0-development",
"name": "x-errors",
"version": "1.0.0",
"summary": "The facts of each error of components.errors.",
"description": "Each has the cause, the HTTP status of a single call, whether the call is charged, whether to retry (never, soon, or after the time that data names), what it can answer, which methods have it, the values of its message that are not in its data, and the schema of its data.",
"restricted": [],
"schema": {"type":"object","additionalProperties":{"type":"object","required":["description","httpStatus","retry","answers"],"additionalProperties":false,"properties":{"description":{"type":"string"},"httpStatus":{"type":"integer","minimum":200,"maximum":599},"isCharged":{"type":"boolean","enum":[true]},"reason":{"type":"string","pattern":"^[a-z]+(_[a-z]+)*$"},"retry":{"type":"string","enum":["never","after","soon"]},"answers":{"type":"array","minItems":1,"items":{"type":"string","enum":["http-request","handshake","body","call"]}},"methods":{"description":"Which methods have it: all that fit every member given.","type":"object","additionalProperties":false,"properties":{"family":{"type":"string","enum":["evm","solana"]},"position":{"type":"array","minItems":1,"items":{"type":"string","enum":["block","block-range","commitment","none"]}},"limit":{"type":"string","enum":["maxParameters","maxResults"]},"effect":{"type":"string","enum":["read","write","stateful","subscription"]},"subscription":{"type":"string","enum":["begins","names-kind","resumes","ends"]},"isTimeout":{"type":"boolean","enum":[true]}}},"fill":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^[a-z][A-Za-z]*$"}},"data":{"type":"object"}}}}
}
]
}
