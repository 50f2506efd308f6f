import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Whether an address is one of our own proxies, whose forwarding headers are trusted. */
export type IsProxy = (address: string) => boolean

/** Takes addresses ("10.0.0.1") and networks ("10.0.0.0/8"). */
export function proxyList(entries: readonly string[]): IsProxy {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
    return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }
}

/** Where a request came from: the last address in the chain of forwarders that is not one of our proxies. */
export function addressOf(request: IncomingMessage, isProxy: IsProxy): string {
  const own = request.socket.remoteAddress ?? ''
  const header = request.headers['x-forwarded-for']
  const chain = [...String(header ?? '').split(','), own]
    .map((one) => one.trim())
    .filter((one) => isIP(one) !== 0)
  for (let i = chain.length - 1; i > 0; i--) if (!isProxy(chain[i] ?? '')) return chain[i] ?? own
  return chain[0] ?? own
}
