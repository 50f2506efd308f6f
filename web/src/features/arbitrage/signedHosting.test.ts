import type { PendingCall } from '@tickmark/client/moneyCall.ts'
import type { HostingExit } from '@tickmark/core/arbitrage/hostings'
import { toyHosting } from '@tickmark/core/arbitrage/toyHosting.testing'
import { REQUESTED_AT } from '@tickmark/core/evidence/toyWithdrawal.testing'
import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Given, Reply } from '../../api/api.ts'
import { openDevice } from '../../watch/device.testing.ts'

const house = testCrypto(5)
const owner = house.owner(3)

const device = openDevice({})

async function load() {
  device.disk.set('houseKeys', JSON.stringify(house.keys))
  device.visit()
  return {
    ...(await import('./signedHosting.ts')),
    ...(await import('@tickmark/client/callFailed.ts')),
    ...(await import('@tickmark/client/moneyCall.ts')),
    ...(await import('../../i18n/i18n.ts')),
    ...(await import('../../session/signedInAs.ts')),
    ...(await import('../../watch/promises/promiseAlarm.ts')),
  }
}
let page: Awaited<ReturnType<typeof load>>
beforeAll(async () => {
  page = await load()
  await page.loadRestOfEnglish()
  page.keepSignedInAs(owner.delegation.address)
})
afterAll(() => device.close())

let orders = 0
/** The next hosting order of this owner, and its early exit as the page sends it: each tap has its own signed text. */
function nextExit() {
  const at = REQUESTED_AT + 60_000 * ++orders
  const hosted = toyHosting(house, owner, at)
  const { order } = hosted
  const received: Given<'exitHosting'>[] = []
  /** What the house answers next; null when the request is lost. */
  const answers: (Reply<'exitHosting'> | null)[] = []
  let kept: PendingCall<Given<'exitHosting'>> | null = null
  const store = {
    keep: (pending: typeof kept) => void (kept = pending),
    kept: () => kept,
    async send(body: Given<'exitHosting'>) {
      received.push(body)
      const answer = answers.shift()
      if (!answer) throw new page.CallFailed('network', 0, 'No answer.')
      return answer
    },
  }
  const send = page.openSender<Given<'exitHosting'>, Reply<'exitHosting'>>(() => {})
  // A key signs the same text differently each time.
  const [first, second] = [hosted.leavingAt(at + 1_000), hosted.leavingAt(at + 2_000)]
  const signedAt = (tap: 1 | 2) => (tap === 1 ? first : second)
  return {
    order,
    received,
    answers,
    tap(tap: 1 | 2) {
      return page.sendSigned(
        (bodyNow: () => Promise<Given<'exitHosting'> | null>) => send(() => store, bodyNow),
        () => Promise.resolve({ consent: signedAt(tap) }),
        (consent) => ({ orderNumber: order, ...consent }),
      )
    },
    /** The house's answer to the text of a tap, with a change. */
    answerTo(tap: 1 | 2, change: Partial<HostingExit> = {}): Reply<'exitHosting'> {
      const exit = { ...hosted.exitTo(signedAt(tap), at + 1_000 * tap + 100), ...change }
      const { statement, signature, head } = hosted.stated(exit)
      return { message: 'Ended.', redeemMoney: '99.5', deductionMoney: '0.5', statement, signature, head }
    },
    /** What the house is accused of; that the page still asks for an answer is no accusation. */
    accused: () =>
      page.promiseAlarms
        .get()
        .flatMap((one) => (one.order === order && one.trouble !== 'asking' ? [one.trouble] : [])),
  }
}

type NextExit = ReturnType<typeof nextExit>
const FALSE = {
  kind: 'wrong',
  text: expect.stringMatching(/^The house’s answer is not what you signed\./) as string,
}

test.each<[what: string, answer: (one: NextExit) => Reply<'exitHosting'>, end: object, accused: string[]]>([
  ['as its text says', (one) => one.answerTo(1), { kind: 'done', isEarlier: true }, []],
  ['with less than its text says', (one) => one.answerTo(1, { back: '9949999999' }), FALSE, ['terms']],
  ['by a text that was never sent', (one) => one.answerTo(2), FALSE, ['terms']],
  ['by no text', (one) => one.answerTo(1, { consent: '' }), FALSE, ['terms']],
])(
  'an exit whose request was lost is settled by the next tap, which sends nothing else: the house ends it %s',
  async (_, answer, end, accused) => {
    const one = nextExit()
    one.answers.push(null, answer(one))
    expect(await one.tap(1)).toMatchObject({
      kind: 'wrong',
      text: expect.stringContaining('No answer.') as string,
    })
    expect(one.accused()).toEqual([])
    expect(await one.tap(2)).toMatchObject(end)
    const [first, second, ...more] = one.received
    expect([second, more]).toEqual([first, []])
    expect(one.accused()).toEqual(accused)
  },
)

test('an exit that is answered at once is judged by its own text', async () => {
  const [one, other] = [nextExit(), nextExit()]
  one.answers.push(one.answerTo(1))
  expect(await one.tap(1)).toMatchObject({ kind: 'done', isEarlier: false })
  other.answers.push(other.answerTo(2))
  expect(await other.tap(1)).toMatchObject(FALSE)
  expect([one.accused(), other.accused()]).toEqual([[], ['terms']])
})
