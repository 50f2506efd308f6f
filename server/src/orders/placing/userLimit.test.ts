import { expect, test } from 'vitest'
import { boundsOf, createFixture, requestFor } from '../fixture.testing.ts'

const ONE = 100_000_000n

test('a user’s limit applies per product, whatever is at stake in others, and settled orders free it again', async () => {
  const fixture = await createFixture(1, { userMost: () => 5n * ONE, exposure: () => boundsOf() })
  const order = (pid: number) => requestFor(1, { terms: { ...requestFor(1).terms, pid } })
  const place = async (pid: number) => {
    const placed = await fixture.placing.place(order(pid))
    return placed.ok ? 'placed' : placed.refusal.code
  }
  const taken = Array.from({ length: 5 }, () => 'placed')
  try {
    for (const pid of [1, 2, 3]) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => place(pid)))
      expect(answers).toEqual([...taken, 'user_limit'])
    }
    const mixed = [4, 5, 1, 4, 5, 4, 2, 4, 4, 4].map(place)
    expect(await Promise.all(mixed)).toEqual(
      [4, 5, 1, 4, 5, 4, 2, 4, 4, 4].map((pid, i) => (pid < 3 || i === 9 ? 'user_limit' : 'placed')),
    )
    await fixture.log()
    await fixture.settleDue(fixture.clock.nowMs() + 64_000)
    expect(await place(1)).toBe('placed')
    expect(await fixture.audit()).toEqual([])
  } finally {
    await fixture.close()
  }
})
