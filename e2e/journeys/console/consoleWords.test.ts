import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { seeChain } from '../../support/house/chain.ts'
import { visitConsole } from '../../support/page/console.ts'
import { gone, reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage({ CHAINS: '' })

describe('the console’s texts', () => {
  test.each(['/withdrawals', '/treasury', '/proposals'])(
    'the title of %s fits on one line of a phone',
    async (path) => {
      const { page } = await visitConsole(stage, ['treasurer'], path, { width: 390, height: 844 })
      const title = page.getByRole('heading', { level: 1 })
      const lines = await title.evaluate((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      })
      expect(lines).toBe(1)
    },
  )

  test('an account at a venue has the venue’s name, and a product’s first version has no date', async () => {
    const { page } = await visitConsole(stage, ['treasurer'], '/treasury')
    const accounts = page.getByRole('table', { name: 'The house’s accounts' })
    await seen(accounts.getByRole('cell', { name: 'At Aster' }))
    expect(await accounts.getByRole('cell', { name: /^venue/ }).count()).toBe(0)
    await page.goto('/console/programme')
    const products = page.getByRole('table', { name: 'Products' })
    await seen(products.getByRole('cell', { name: 'From the beginning' }))
    expect(await products.getByText('1970').count()).toBe(0)
  })

  test('a range runs from the smaller amount to the larger one in Arabic, too', async () => {
    const { page } = await visitConsole(stage, ['treasurer'], '/programme', { language: 'arab' })
    const range = page.getByRole('cell', { name: /100\.00 – 5,000\.00/ })
    await seen(range)
    const [least, most] = await range
      .locator('bdi bdi')
      .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().left))
    expect(least).toBeLessThan(most ?? 0)
  })

  test('every screen explains a halt in words, and a credited deposit shows no wait', async () => {
    await seeChain(stage.app)
    const { db } = stage.database.database
    const haltedAt = BigInt(stage.clock.nowMs())
    await sql`update chain_state set halted_because = 'reorganised', halted_at_ms = ${haltedAt}`.execute(db)
    const { page } = await visitConsole(stage, ['treasurer'], '/')
    for (const path of ['/', '/incidents', '/chains']) {
      await page.goto(`/console${path}`)
      await seen(page.getByText('Halted: blocks were replaced'))
      expect(await page.getByText('reorganised').count(), path).toBe(0)
    }
    await page.goto('/console/deposits')
    const credited = page.getByRole('row').filter({ hasText: 'Credited' }).first()
    await reads(credited, /\b3 of 3\b/)
    await gone(page.getByText(/[4-9] of 3/))
  })

  test('an unknown address has a heading that says so', async () => {
    const { page } = await visitConsole(stage, ['viewer'], '/nowhere')
    await reads(page.getByRole('heading', { level: 1 }), 'There is nothing at this address')
  })
})
