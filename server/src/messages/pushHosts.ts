import { lookup as resolveHost } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Push services of the browsers; a leading dot matches any subdomain. */
const KNOWN = ['fcm.googleapis.com', '.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com']

/**
 * An endpoint that we may send to; null for any other. The server calls it from inside the operator's network, so it
 * must be https to a known push service, or at an origin that the configuration names.
 */
export function pushEndpoint(text: string, more: readonly string[]): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null
  if (more.includes(url.origin)) return url
  if (url.protocol !== 'https:' || url.port !== '') return null
  const { hostname } = url
  const isKnown = KNOWN.some((one) => (one.startsWith('.') ? hostname.endsWith(one) : hostname === one))
  return isKnown ? url : null
}

/** `BlockList` itself checks a mapped IPv4 address (::ffff:…) against the rules for IPv4. */
const NOT_PUBLIC = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]

const notPublic = new BlockList()
for (const one of NOT_PUBLIC) {
  const [net = '', bits] = one.split('/')
  notPublic.addSubnet(net, Number(bits), isIP(net) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether an address is on the public internet: not this machine, nor a private network. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && !notPublic.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Resolves a name to its public addresses only, when connecting: the name cannot resolve to another address later. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  resolveHost(hostname, { ...options, all: true }, (failed, addresses) => {
    if (failed) return done(failed, '', 0)
    const open = addresses.filter(({ address }) => isPublicAddress(address))
    const [first] = open
    if (!first) return done(new Error(`${hostname} has no public address`), '', 0)
    return options.all ? done(null, open) : done(null, first.address, first.family)
  })
}
