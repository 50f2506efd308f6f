import { createECDH, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { isPublicAddress, publicLookup, pushEndpoint } from './pushHosts.ts'
import { newBrowser } from './pushService.testing.ts'
import { MOST_PAYLOAD, sealPush } from './sealPush.ts'
import { isCurvePoint, vapidOf } from './vapid.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('a push is encrypted as the example of RFC 8291 has it', () => {
  const own = createECDH('prime256v1')
  own.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const keys = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const text = Buffer.from('When I grow up, I want to be a watermelon')
  expect(sealPush(text, keys, own, bytes('DGv6ra1nlYgDCS1FRnbzlw')).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('no two pushes are alike, each is read by its own browser alone, and none is longer than services take', () => {
  const [own, other] = [newBrowser('https://a.example/'), newBrowser('https://b.example/')]
  const keys = { p256dh: bytes(own.subscription.p256dh), auth: bytes(own.subscription.auth) }
  const text = Buffer.from(JSON.stringify({ title: 'شكرًا' }))
  const [first, second] = [sealPush(text, keys), sealPush(text, keys)]
  expect(first.equals(second)).toBe(false)
  expect(own.open(first)).toEqual({ title: 'شكرًا' })
  expect(() => other.open(first)).toThrow()
  expect(sealPush(Buffer.alloc(MOST_PAYLOAD), keys)).toHaveLength(4_096)
  expect(() => sealPush(Buffer.alloc(MOST_PAYLOAD + 1), keys)).toThrow(/too long/)
})

test('the header for a push service is a token signed with the key that browsers subscribe with', () => {
  const key = vapidOf(Buffer.alloc(32, 7))
  const header = key.authorization('https://push.example', 'mailto:a@b.example', 1_000_000_500)
  const [, token = '', shown] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? []
  expect(shown).toBe(key.publicKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: 'https://push.example',
    exp: 1_000_000 + 12 * 3_600,
    sub: 'mailto:a@b.example',
  })
  const point = bytes(key.publicKey)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const given = Buffer.from(`${head}.${claims}`)
  expect(verify('sha256', given, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes(signature))).toBe(true)
  expect(isCurvePoint(point)).toBe(true)
  expect(isCurvePoint(Buffer.concat([point.subarray(0, 64), Buffer.of(0)]))).toBe(false)
  expect(isCurvePoint(point.subarray(1))).toBe(false)
  // The same point in the hybrid form, which no browser sends.
  expect([6, 7].map((first) => isCurvePoint(Buffer.concat([Buffer.of(first), point.subarray(1)])))).toEqual([
    false,
    false,
  ])
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/a:b', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
  ['https://autopush.prod.push.services.mozilla.com/x', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=x', true],
  ['https://web.push.apple.com/x', true],
  ['https://api.push.apple.com/x', true],
  ['https://named.example:8443/x', true],
  ['http://127.0.0.1:9/x', true],
  ['http://fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://fcm.googleapis.com@evil.example/x', false],
  ['https://user:word@fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com.evil.example/x', false],
  ['https://evilfcm.googleapis.com/x', false],
  ['https://notify.windows.com.evil.example/', false],
  ['https://evilnotify.windows.com/', false],
  ['https://web.push.apple.com/x#y', false],
  ['https://127.0.0.1/x', false],
  ['https://[::1]/x', false],
  ['http://127.0.0.1:10/x', false],
  ['file:///etc/passwd', false],
  ['', false],
])('an endpoint %s may be turned to: %s', (text, allowed) => {
  const named = ['https://named.example:8443', 'http://127.0.0.1:9']
  expect(pushEndpoint(text, named) !== null).toBe(allowed)
})

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', true],
  ['fd00::1', false],
  ['fe80::1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  // The first and last addresses of private networks, and the public ones beside them.
  ['192.0.0.1', false],
  ['198.18.0.0', false],
  ['198.19.255.255', false],
  ['172.16.0.0', false],
  ['100.127.255.255', false],
  ['224.0.0.1', false],
  ['239.255.255.255', false],
  ['240.0.0.1', false],
  ['255.255.255.255', false],
  ['0.255.255.255', false],
  ['10.255.255.255', false],
  ['127.255.255.255', false],
  ['169.254.0.0', false],
  ['192.168.255.255', false],
  ['fc00::1', false],
  ['febf::1', false],
  ['ff02::1', false],
  ['64:ff9b:1::1', false],
  ['::ffff:100.64.0.1', false],
  ['9.255.255.255', true],
  ['11.0.0.0', true],
  ['1.0.0.0', true],
  ['100.63.255.255', true],
  ['100.128.0.0', true],
  ['126.255.255.255', true],
  ['128.0.0.0', true],
  ['169.253.255.255', true],
  ['169.255.0.0', true],
  ['172.15.255.255', true],
  ['172.32.0.0', true],
  ['192.0.1.0', true],
  ['192.167.255.255', true],
  ['192.169.0.0', true],
  ['198.17.255.255', true],
  ['198.20.0.0', true],
  ['223.255.255.255', true],
  ['64:ff9b:2::1', true],
  ['2001::', true],
  ['2003::1', true],
  ['fbff::1', true],
  ['fec0::1', true],
  ['nonsense', false],
])('the address %s is on the open internet: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

test('a name that leads to this machine is not resolved', async () => {
  const failed = await new Promise((resolve) =>
    publicLookup('localhost', { all: true }, (error) => resolve(error?.message)),
  )
  expect(failed).toBe('localhost has no public address')
})
