import { CallFailed } from '@tickmark/client/callFailed.ts'
import { newKey } from '@tickmark/client/idempotencyKey.ts'
import { sendRenewed, type PendingCall } from '@tickmark/client/moneyCall.ts'
import { expect, test } from 'vitest'
import { renewQuote } from './renewQuote.ts'

const EXPIRED = new CallFailed('rate_expired', 409, 'Ran out.')
const MOVED = new CallFailed('price_moved', 409, 'Moved.')
const LOST = new CallFailed('network', 0, 'No answer.')
const quoteOf = (receives: string) => ({ receives })

/** Sends a swap that was confirmed at 100 to a server with these answers; returns how it ended and what was sent. */
async function swapAt100(answers: (CallFailed | string)[], quotes: (string | null)[]) {
  const sent: { key: string; receives: string }[] = []
  let kept: PendingCall<{ receives: string }> | null = null
  const store = {
    keep: (pending: typeof kept) => void (kept = pending),
    kept: () => kept,
    async send({ receives }: { receives: string }, key: string) {
      sent.push({ key, receives })
      const answer = answers.shift() ?? 'swapped'
      if (answer instanceof CallFailed) throw answer
      return answer
    },
  }
  const confirmed = quoteOf('100')
  const renew = renewQuote(confirmed, async () => {
    const next = quotes.shift() ?? null
    return next === null ? null : quoteOf(next)
  })
  const end: unknown = await sendRenewed({ key: newKey(), body: confirmed }, store, renew).catch(
    (failure: unknown) => failure,
  )
  return {
    end,
    sent: sent.map(({ receives }) => receives),
    keys: sent.map(({ key }) => key),
    kept: store.kept(),
  }
}

test.each([
  ['the confirmed rate holds', [], [], 'swapped', ['100']],
  ['it ran out and the next pays more', [EXPIRED], ['101'], 'swapped', ['100', '101']],
  ['it ran out and the next pays the same', [EXPIRED], ['100'], 'swapped', ['100', '100']],
  ['it ran out twice on the way', [EXPIRED, EXPIRED], ['103', '102'], 'swapped', ['100', '103', '102']],
  ['it ran out and the next pays less: the user is asked', [EXPIRED], ['99.99999999'], null, ['100']],
  ['the third pays less than was confirmed', [EXPIRED, EXPIRED], ['105', '99'], null, ['100', '105']],
  ['every rate runs out', [EXPIRED, EXPIRED, EXPIRED], ['101', '102', '103'], EXPIRED, ['100', '101', '102']],
  ['there is no new rate', [EXPIRED], [null], EXPIRED, ['100']],
  ['the price moved away', [MOVED], ['101'], MOVED, ['100']],
])('a swap on a slow line pays what was confirmed or more: %s', async (_, answers, quotes, end, sent) => {
  const made = await swapAt100([...answers], [...quotes])
  expect([made.end, made.sent, made.kept]).toEqual([end, sent, null])
})

test('each rate has a key of its own, and after a lost answer no other rate is sent', async () => {
  const { end, sent, keys, kept } = await swapAt100([EXPIRED, LOST], ['101', '102'])
  expect([end, sent]).toEqual([LOST, ['100', '101']])
  expect(new Set(keys).size).toBe(2)
  expect(kept).toEqual({ key: keys[1], body: quoteOf('101') })
})
