import { expect, test } from 'vitest'
import { ETH, newAddress, openWithdrawalFixture, USDT } from '../withdrawals.testing.ts'
import { createPayoutWorker } from '../payout/payoutWorker.ts'
import { withdrawalById } from '../withdrawal/store.testing.ts'
import { openTestPayout } from '../payout.testing.ts'

test('a payment above the signer’s 24 h limit waits, delays no other, and is not refused', async () => {
  const payout = await openTestPayout({ limits: { USDT: { payment: '80', day: '100' } } })
  const fixture = await openWithdrawalFixture({ chains: payout.chains, signer: payout.signer })
  const paying = createPayoutWorker(fixture.deps)
  try {
    const owner = await fixture.addOwner({ [USDT]: '1000', [ETH]: '1' })
    const order = (currency: number, amount: string) =>
      fixture.withdraw(owner, { currency, amount, to: newAddress() })
    const above = order(USDT, '81')
    await expect(above).rejects.toMatchObject({ code: 'withdrawal_above_limit' })
    const first = await order(USDT, '60')
    const second = await order(USDT, '60')
    const third = await order(ETH, '0.1')
    for (let i = 0; i < 8; i++) {
      await paying.idle()
      await payout.mine(1)
      fixture.clock.advance(1_000)
    }
    const states = await Promise.all(
      [first, second, third].map(async (id) => (await withdrawalById(fixture.deps.database.db, id))?.state),
    )
    expect(states).toEqual(['final', 'built', 'final'])
  } finally {
    await paying.stop()
    await fixture.close()
    await payout.close()
  }
})
