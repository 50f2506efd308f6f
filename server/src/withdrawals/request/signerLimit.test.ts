import { expect, test } from 'vitest'
import { ETH, newAddress, openDesk, USDT } from '../withdrawals.testing.ts'
import { createPaying } from '../payout/payoutWorker.ts'
import { withdrawalById } from '../withdrawal/store.ts'
import { openTill } from '../payout.testing.ts'

test('what passes the signer`s sum of 24 h waits, holds nobody up, and is not refused', async () => {
  const till = await openTill({ limits: { USDT: { payment: '80', day: '100' } } })
  const desk = await openDesk({ chains: till.chains, signer: till.signer })
  const paying = createPaying(desk.deps)
  try {
    const owner = await desk.addOwner({ [USDT]: '1000', [ETH]: '1' })
    const order = (currency: number, amount: string) =>
      desk.withdraw(owner, { currency, amount, to: newAddress() })
    const above = order(USDT, '81')
    await expect(above).rejects.toMatchObject({ code: 'withdrawal_above_limit' })
    const first = await order(USDT, '60')
    const second = await order(USDT, '60')
    const third = await order(ETH, '0.1')
    for (let i = 0; i < 8; i++) {
      await paying.idle()
      await till.mine(1)
      desk.clock.advance(1_000)
    }
    const states = await Promise.all(
      [first, second, third].map(async (id) => (await withdrawalById(desk.deps.database.db, id))?.state),
    )
    expect(states).toEqual(['final', 'built', 'final'])
  } finally {
    await paying.stop()
    await desk.close()
    await till.close()
  }
})
