import { toyPromise, toyWithdrawalFile } from '@tickmark/core/evidence/toyWithdrawal.testing'
import { dueAtMs } from '@tickmark/core/wallet/dueTimes'
import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { encodeInput, inputField } from '@tickmark/wire/legacy/codec'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDevice } from '../../../watch/device.testing.ts'
import { PRACTICE_KEY } from '../../../wallets/practiceKey.ts'
import type { Reviewed } from './useWithdraw.ts'

const AT = Date.UTC(2026, 10, 21, 10)
const house = testCrypto(5)
const [OWN, TO] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
const ID = '5e0b3f2a-6d0c-4a38-8a3e-6a2b1c9d7e44'
const fields = {
  site: 'https://tickmark.example',
  network: 'Ethereum',
  currency: 'USDT',
  amount: '40',
  feeCap: '0.5',
  to: TO,
  nonce: '0a6f4f0e-8a60-4c7e-9a53-0f2f6c9c2b11',
  expires: '2026-11-21T10:05:00.000Z',
}

/** What the house was sent, and the amount that it then promises; null while it refuses. */
const world = { sent: [] as Record<string, string>[], promised: '40' as string | null }
const device = openDevice({
  cash_out(input) {
    const sent = { ...input } as Record<string, string>
    world.sent.push(sent)
    if (world.promised === null)
      return Response.json({ status: 409, code: 'code_wrong', message: 'Wrong code.' }, { status: 409 })
    const consent = sent[inputField('cash_out', 'signature')] ?? ''
    const intent = { ...fields, amount: world.promised }
    const due = dueAtMs({ atMs: AT, addressFromMs: AT, needsApproval: false })
    const { statement, signature, head } = toyWithdrawalFile(
      house,
      toyPromise({ id: ID, at: AT, account: OWN, intent, consent, due }),
    )
    return { message: 'Requested.', id: ID, promise: JSON.stringify({ statement, signature, head }) }
  },
})
afterAll(() => device.close())

async function load() {
  device.disk.set('houseKeys', JSON.stringify(house.keys))
  // The first key of the well-known mnemonic "test test ... junk".
  device.disk.set(PRACTICE_KEY, 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
  device.visit()
  vi.setSystemTime(AT)
  const { loadRestOfEnglish } = await import('../../../i18n/i18n.ts')
  await loadRestOfEnglish()
  return {
    ...(await import('./useWithdraw.ts')),
    ...(await import('../../../session/session.ts')),
    ...(await import('../../../session/signedInAs.ts')),
    ...(await import('../../../watch/promises/kept/withdrawalStore.ts')),
    ...(await import('@tickmark/ui/layer/toast.ts')),
  }
}
let page: Awaited<ReturnType<typeof load>>
beforeAll(async () => {
  page = await load()
  const session = {
    address: OWN,
    walletType: 1,
    practice: true,
    registered: true,
    expiresAt: 0,
    books: [0, 1],
    key: null,
  }
  page.setServerSession(session)
  page.keepSignedInAs(OWN)
})
beforeEach(() => {
  Object.assign(world, { sent: [], promised: '40' })
  page.dismissToast()
})

/** The review of a withdrawal, as its sheet has it. */
function opened() {
  let made: ReturnType<typeof page.useWithdraw> | null = null
  function Probe() {
    made = page.useWithdraw()
    return null
  }
  renderToStaticMarkup(<Probe />)
  return (given: Partial<Reviewed> = {}, code = '123456') => {
    const terms = {
      intent: 'sealed',
      fields,
      fee: '0.5',
      total: '40.5',
      expiresAt: AT + 300_000,
      needsCode: false,
    }
    const more = { waitsUntil: null, needsApproval: false }
    const asked = { currency: 'USDT', network: 'Ethereum', typeId: 1, address: TO, amount: '40' }
    const reviewed: Reviewed = { terms: { ...terms, ...more }, ...asked, ...given }
    return (made as unknown as ReturnType<typeof page.useWithdraw>).withdraw(reviewed, code)
  }
}
const said = () => page.currentToast()?.text

test('what the review shows is signed by the wallet, kept before it is sent, and its promise kept after that', async () => {
  expect(await opened()()).toBe(true)
  expect(world.sent).toHaveLength(1)
  const [sent] = world.sent
  const body = { typeId: 1, destination: TO, amount: '40', intent: 'sealed', code: '123456' }
  expect(sent).toMatchObject(encodeInput('cash_out', body))
  const [kept] = await page.allWithdrawals(AT)
  expect(kept).toMatchObject({ intent: fields, account: OWN, id: ID, problem: null })
  expect(kept?.consent).toBe(sent?.[inputField('cash_out', 'signature')])
  expect(said()).toBe('Requested.')
})

test('a promise of another amount is told as a false one', async () => {
  world.promised = '4'
  expect(await opened()()).toBe(true)
  expect([said(), page.currentToast()?.tone]).toEqual([
    expect.stringContaining('not what you signed'),
    'wrong',
  ])
})

test.each<[string, Partial<Reviewed>]>([
  ['another amount than its terms', { amount: '41' }],
  ['another address', { address: OWN }],
  ['another network', { network: 'Polygon' }],
])('a review with %s is not signed', async (_, given) => {
  expect(await opened()(given)).toBe(false)
  expect([world.sent, page.currentToast()?.tone]).toEqual([[], 'wrong'])
})

test('terms are signed until they expire, and not from then on', async () => {
  vi.setSystemTime(AT + 300_000)
  expect(await opened()()).toBe(false)
  expect(world.sent).toEqual([])
  vi.setSystemTime(AT + 299_999)
  expect(await opened()()).toBe(true)
  vi.setSystemTime(AT)
})

test('after a wrong code the same signature is sent with the next one', async () => {
  world.promised = null
  const withdraw = opened()
  expect(await withdraw()).toBe(false)
  expect(said()).toBe('Wrong code.')
  world.promised = '40'
  vi.setSystemTime(AT + 400_000)
  expect(await withdraw({}, '654321')).toBe(true)
  vi.setSystemTime(AT)
  const name = inputField('cash_out', 'signature')
  expect(world.sent.map((sent) => sent[inputField('cash_out', 'code')])).toEqual(['123456', '654321'])
  expect(world.sent[0]?.[name]).toBe(world.sent[1]?.[name])
})
