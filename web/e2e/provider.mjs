// A provider of identities on this machine, as a process of its own. Anybody signs in by an address, and it says that it
// verified it unless that begins with "unverified". It prints its issuer and ends with its standard input.
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'

const client = JSON.parse(process.argv[2])

const nameOf = (address) => {
  const [name] = address.split(/[-@]/)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} Prado`
}

const page = (uid) => `<!doctype html><html lang="en"><title>Acme</title><main><h1>Acme</h1>
<form method="post" action="/interaction/${uid}">
<label>Address <input name="address" type="email" required></label> <button>Let me in</button></form>
<p><a href="/interaction/${uid}/abort">Not today</a></main>`

const configuration = {
  clients: [client],
  cookies: { keys: [client.client_secret] },
  claims: { email: ['email', 'email_verified'], profile: ['name'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  findAccount: (_, accountId) => ({
    accountId,
    claims: () => ({
      sub: accountId,
      name: nameOf(accountId),
      email: accountId,
      email_verified: !accountId.startsWith('unverified'),
    }),
  }),
  // Nobody is asked whether the company may know.
  async loadExistingGrant({ oidc }) {
    const { clientId } = oidc.client
    const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
}

async function bodyOf(request) {
  const parts = []
  for await (const part of request) parts.push(part)
  return new URLSearchParams(Buffer.concat(parts).toString())
}

const server = createServer()
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`
  const provider = new Provider(issuer, configuration)
  const others = provider.callback()
  server.on('request', async (request, response) => {
    const [, uid, abort] = /^\/interaction\/([\w-]+)(\/abort)?$/.exec(request.url) ?? []
    if (!uid) return others(request, response)
    if (abort) return provider.interactionFinished(request, response, { error: 'access_denied' })
    if (request.method === 'POST') {
      const accountId = (await bodyOf(request)).get('address')
      return provider.interactionFinished(request, response, { login: { accountId } })
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(page(uid))
  })
  process.stdout.write(`${issuer}\n`)
})
process.stdin.resume().on('end', () => process.exit())
