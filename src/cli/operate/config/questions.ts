/** The answers that make a first configuration, as text, by the names of the options. */
export interface Answers {
  readonly network: string
  readonly family: string
  /** Addresses of the network's nodes, by commas. */
  readonly node: string
  readonly store: string
  /** HOST:PORT. */
  readonly listen: string
  /** `all` that nodes offer, or the built-in `seven`. */
  readonly methods: string
}

/** One question of `tollgate init`, and the option that answers it. */
export interface InitQuestion {
  readonly option: keyof Answers
  /** Stands for the value in the help. */
  readonly value: string
  readonly text: string
  /** The text of the help about a default that follows from other answers. */
  readonly usual?: string
  /** True if it is not asked: its option answers it, or its default. */
  readonly isSilent?: true
  /** The allowed answers; undefined if any text may be one. */
  readonly choices?: readonly string[]
  /** The form of the allowed answers, and its name; undefined if any text may be one. */
  readonly form?: { readonly pattern: RegExp; readonly name: string }
  /** The value of an empty answer, which may follow from earlier answers. */
  initial(answers: Partial<Answers>): string
}

export const questions: readonly InitQuestion[] = [
  {
    option: 'network',
    value: 'NAME',
    text: 'Name of the network, which is part of the address that callers use',
    usual: 'ethereum-mainnet, or solana-mainnet',
    initial: ({ family }) => (family === 'solana' ? 'solana-mainnet' : 'ethereum-mainnet'),
  },
  {
    option: 'family',
    value: 'FAMILY',
    text: 'Its family: evm or solana',
    usual: 'solana where the name begins so, else evm',
    initial: ({ network = '' }) => (network.startsWith('solana') ? 'solana' : 'evm'),
  },
  {
    option: 'node',
    value: 'URL[,URL…]',
    text: 'Addresses of its nodes, by commas',
    usual: 'http://127.0.0.1:9001, of Solana http://127.0.0.1:8899',
    initial: ({ family }) => (family === 'solana' ? 'http://127.0.0.1:8899' : 'http://127.0.0.1:9001'),
  },
  {
    option: 'store',
    value: 'ADDRESS',
    text: 'Store: sqlite:PATH for one machine, postgres://USER:PASSWORD@HOST:PORT/DATABASE for several',
    initial: () => 'sqlite:./tollgate.db',
  },
  {
    option: 'listen',
    value: 'HOST:PORT',
    text: 'Where callers connect; 0.0.0.0 for every interface',
    form: { pattern: /^.+:\d+$/, name: 'HOST:PORT, such as 127.0.0.1:8545' },
    initial: () => '127.0.0.1:8545',
  },
  {
    option: 'methods',
    value: 'all|seven',
    text: 'Methods: all that nodes usually offer, or only the seven built in (all or seven)',
    isSilent: true,
    choices: ['all', 'seven'],
    initial: () => 'all',
  },
]
