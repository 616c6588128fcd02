import type { CreatedKey } from '../../admin/operations/keys.js'

/** A new key as text for people: shown this once, with the addresses to use. */
export const announceKey = ({ id, key, urls }: CreatedKey): string =>
  [
    `Key ${id}; its text is shown only now:`,
    key,
    ...urls.flatMap(({ network, http, webSocket, byHost }) => [
      '',
      network,
      `  ${http}`,
      `  ${webSocket}`,
      ...(byHost === undefined ? [] : [`  or, where the name is resolved: ${byHost.http}`, `    ${byHost.webSocket}`]),
    ]),
  ].join('\n')
