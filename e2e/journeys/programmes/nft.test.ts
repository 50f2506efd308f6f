import { describe, expect, test } from 'vitest'
import { axeFindings, cutTexts, enlargeText, waitUntilStill, shoot } from '../../support/page/looks.ts'
import { reads, seen } from '../../support/page/see.ts'
import { setStage } from '../../support/stage/stage.ts'

const stage = setStage()

const PLACES = [
  { name: 'Home', path: '/nft', title: 'NFTs', says: 'An entry in a public ledger' },
  { name: 'Shop', path: '/nft/shop', title: 'Shop', says: 'Nothing is for sale here' },
  { name: 'Tasks', path: '/nft/tasks', title: 'Tasks', says: 'Find an entry in a block explorer' },
  { name: 'Orders', path: '/nft/orders', title: 'Orders', says: 'There are no NFT orders' },
]

describe('the pages about NFTs', () => {
  test('[MSG-07] are four, with a bar below that leads from each to each', async () => {
    const page = await stage.visit()
    await page.goto('/nft')
    const bar = await seen(page.getByRole('navigation', { name: 'NFT pages' }))
    expect(await bar.getByRole('link').allInnerTexts()).toEqual(['Home', 'Shop', 'Tasks', 'Orders'])
    for (const { name, path, title, says } of [...PLACES, ...PLACES.toReversed()]) {
      await page.getByRole('navigation', { name: 'NFT pages' }).getByRole('link', { name }).click()
      await expect.poll(() => new URL(page.url()).pathname).toBe(path)
      await reads(page.getByRole('heading', { level: 1 }), title)
      await seen(page.getByText(says, { exact: true }))
      await seen(page.locator('[aria-current=page]', { hasText: name }))
    }
  })

  test('[MSG-07] explain NFTs, and START returns home', async () => {
    const page = await stage.visit()
    await page.goto('/nft')
    for (const part of [
      'What it is not',
      'Owning it and being allowed to use it',
      'Where the picture lies',
      'What it costs besides the price',
      'How people lose theirs',
      'How to check one',
    ]) {
      await seen(page.getByRole('heading', { level: 2, name: part }))
    }
    await page.getByRole('button', { name: 'START' }).click()
    await seen(page.getByRole('list', { name: 'Coins' }))
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('sell nothing: none of the four requests goods from the server', async () => {
    const page = await stage.visit()
    const asked: string[] = []
    page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
    for (const { path, says } of PLACES) {
      await page.goto(path)
      await seen(page.getByText(says, { exact: true }))
      expect(await page.getByRole('button', { name: /buy|sell|mint|pay/i }).count()).toBe(0)
    }
    expect(asked).toEqual([])
  })

  test('keep the ticks in this browser alone', async () => {
    const page = await stage.visit()
    await page.goto('/nft/tasks')
    await page.getByRole('checkbox', { name: 'Find the licence' }).check()
    await page.getByRole('checkbox', { name: 'Read an approval' }).check()
    await seen(page.getByText('2 of 6 done'))
    await page.reload()
    await seen(page.getByText('2 of 6 done'))
    expect(await page.getByRole('checkbox', { name: 'Find the licence' }).isChecked()).toBe(true)
    await page.getByRole('checkbox', { name: 'Find the licence' }).uncheck()
    await seen(page.getByText('1 of 6 done'))
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await seen(page.getByText('All done. You now look closer than most buyers do.'))
    await page.getByRole('button', { name: 'Start over' }).click()
    await seen(page.getByText('0 of 6 done'))
  })

  test('survive unreadable stored data', async () => {
    const page = await stage.visit({
      prepare: (context) =>
        context.addInitScript(() => {
          if (location.protocol !== 'about:') localStorage.setItem('nft.tasks', '{"a":[1]}')
        }),
    })
    await page.goto('/nft/tasks')
    await seen(page.getByText('0 of 6 done'))
  })
})

const LOOKS = [
  { name: '390 light', visit: {} },
  { name: '390 dark', visit: { theme: 'dark' } },
  { name: '390 arab', visit: { language: 'arab' } },
  { name: '390 japanese', visit: { language: 'japanese' } },
  { name: '1280', visit: { width: 1280, height: 800 } },
] as const

test.each(LOOKS)('the pages about NFTs are whole: $name', async ({ name, visit }) => {
  const page = await stage.visit(visit)
  for (const { path } of PLACES) {
    await page.goto(path)
    await seen(page.getByRole('heading', { level: 1 }))
    await waitUntilStill(page)
    await shoot(page, `nft${path.slice(4).replace('/', ' ')} ${name}`)
    expect(await cutTexts(page)).toEqual([])
    expect(await axeFindings(page)).toEqual([])
    await enlargeText(page, 200)
    expect(await cutTexts(page)).toEqual([])
  }
})
