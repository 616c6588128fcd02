/** Links that sign in to the dashboard, once each. */
export interface DashboardLinks {
  readonly operator: string
  readonly accountHolder: string
}

const ask = async (adminUrl: string, token: string, method: string, params: object): Promise<string> => {
  const response = await fetch(`${adminUrl}/api`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: { url: string }; error?: { message: string } }
  if (result === undefined) throw new Error(`${method}: ${error?.message}`)
  return result.url
}

/** Requests a link of each kind from the running gateway's admin API. */
export const askLinks = async (adminUrl: string, token: string, accountId: string): Promise<DashboardLinks> => ({
  operator: await ask(adminUrl, token, 'operator.invite', {}),
  accountHolder: await ask(adminUrl, token, 'account.invite', { id: accountId }),
})
