import { LANGUAGE_TAGS, type Language } from '@tickmark/texts/languages'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeFindings, badlyDrawn, cutTexts, enlargeText, waitUntilStill, shoot } from '../page/looks.ts'
import { WITH_EDITOR } from '../house/content.ts'
import { visitAs } from '../house/people.ts'
import { moveIn, type Resident, sayIn, SCENES } from './scenes.ts'
import { setStage } from '../stage/stage.ts'

type Theme = 'light' | 'dark'

interface Eyes {
  /** Ids of the checklist items that this test covers. */
  proves?: string
  language: Language
  width: number
  height: number
  /** Themes in which axe runs too; its findings hardly differ between languages and widths. */
  axe: readonly Theme[]
  /** Themes in which axe checks only colours: its other findings do not depend on the theme. */
  contrast?: readonly Theme[]
  /** Checks also the narrowest phones, and double text size, in `language`. */
  tight?: boolean
  /**
   * Languages to which each open scene then changes, as when the user chooses one in another tab. Texts written by
   * the server stay.
   */
  alsoIn?: readonly Language[]
  /** Languages of which each open scene then changes to one, in rotation. */
  inTurn?: readonly Language[]
  /** The further languages with checks of the narrowest phones and larger text. */
  tightIn?: readonly Language[]
  /** Sizes to which each open scene then changes, as when a tablet is rotated or a window is resized. */
  alsoAt?: readonly (readonly [width: number, height: number])[]
  /** Checks also the scenes of these names with text of double size on a tablet. */
  doubledOnTablet?: readonly string[]
}

/** Checks every scene in a language and a width: no text is cut, and axe finds nothing in the given themes. */
export function standTheLooks({
  proves = '',
  language,
  width,
  height,
  axe,
  contrast = [],
  tight,
  alsoIn = [],
  inTurn = [],
  tightIn = [],
  alsoAt = [],
  doubledOnTablet = [],
}: Eyes): void {
  const stage = setStage({ CHAINS: '', ...WITH_EDITOR })
  const say = sayIn(language)
  const isShooting = Boolean(process.env['E2E_SHOTS'])
  const visit = { language, width, height, motion: 'reduce', scale: isShooting ? 2 : 1 } as const
  let resident: Resident
  let pages: { visitor: Page; resident: Page; owner: Page; applicant: Page }

  beforeAll(async () => {
    resident = await moveIn(stage)
    pages = {
      visitor: await stage.visit(visit),
      resident: await visitAs(stage, resident, visit),
      owner: await visitAs(stage, resident, { ...visit, book: 0 }),
      applicant: await visitAs(stage, resident.applicant, { ...visit, book: 0 }),
    }
  })

  async function expectAccessible(page: Page, theme: Theme, name: string): Promise<void> {
    await page.emulateMedia({ colorScheme: theme })
    await waitUntilStill(page)
    await shoot(page, `${name}, ${theme}`)
    if (axe.includes(theme)) expect(await axeFindings(page)).toEqual([])
    else if (contrast.includes(theme)) expect(await axeFindings(page, ['color-contrast'])).toEqual([])
  }

  async function expectTight(page: Page, name: string): Promise<void> {
    for (const narrow of [360, 320]) {
      await page.setViewportSize({ width: narrow, height: 640 })
      await waitUntilStill(page)
      await shoot(page, `${name}, on ${narrow}`)
      await expect.poll(() => cutTexts(page)).toEqual([])
    }
    await page.setViewportSize({ width, height })
    await enlargeText(page, 200)
    await shoot(page, `${name}, doubled`)
    await expect.poll(() => cutTexts(page)).toEqual([])
    await enlargeText(page, null)
  }

  async function expectResized(page: Page, name: string): Promise<void> {
    for (const [wide, high] of alsoAt) {
      await page.setViewportSize({ width: wide, height: high })
      await waitUntilStill(page)
      await shoot(page, `${name}, at ${wide} x ${high}`)
      await expect.poll(() => cutTexts(page), { message: `${wide} x ${high}` }).toEqual([])
    }
    if (alsoAt.length === 0) return
    await page.setViewportSize({ width, height })
    await waitUntilStill(page)
  }

  async function expectDoubledOnTablet(page: Page, name: string): Promise<void> {
    await page.setViewportSize({ width: 800, height: 1280 })
    await enlargeText(page, 200)
    await shoot(page, `${name}, doubled on a tablet`)
    await expect.poll(() => cutTexts(page), { message: 'doubled on a tablet' }).toEqual([])
    expect(await badlyDrawn(page.getByRole('navigation').first())).toEqual([])
    await enlargeText(page, null)
    await page.setViewportSize({ width, height })
    await waitUntilStill(page)
  }

  test('the scenes of double text size exist', () => {
    const names = new Set(SCENES.map(({ name }) => name))
    expect(doubledOnTablet.filter((name) => !names.has(name))).toEqual([])
  })

  test.each(SCENES)(`${proves}${language}, ${width} x ${height}: $name`, async (scene) => {
    const page = pages[scene.as ?? 'resident']
    await page.emulateMedia({ colorScheme: 'light' })
    // Another document of the same origin, so that the next address reloads the page.
    await page.goto('/robots.txt')
    await page.evaluate((kept) => localStorage.setItem('language', kept), language)
    await page.goto(scene.path(resident))
    await scene.open(page, say, stage, resident)
    await waitUntilStill(page)
    await expectDirection(page, language)
    const name = `${scene.name}, ${language} ${width}`
    await expect.poll(() => cutTexts(page)).toEqual([])
    for (const theme of ['light', 'dark'] as const) {
      if ([...axe, ...contrast].includes(theme) || isShooting) await expectAccessible(page, theme, name)
    }
    if (tight) await expectTight(page, name)
    await expectResized(page, name)
    if (doubledOnTablet.includes(scene.name)) await expectDoubledOnTablet(page, name)
    const turn = inTurn[SCENES.indexOf(scene) % inTurn.length]
    for (const other of turn ? [...alsoIn, turn] : alsoIn) {
      await changeLanguage(page, other)
      await shoot(page, `${scene.name}, ${other} ${width}`)
      await expect.poll(() => cutTexts(page), { message: other }).toEqual([])
      if (tightIn.includes(other)) await expectTight(page, `${scene.name}, ${other}`)
    }
  })
}

async function expectDirection(page: Page, language: Language): Promise<void> {
  expect(await page.locator('html').getAttribute('dir')).toBe(language === 'arab' ? 'rtl' : 'ltr')
}

/** Changes the page's language as another tab would, and waits until it is shown. */
async function changeLanguage(page: Page, language: Language): Promise<void> {
  await page.evaluate((newValue) => {
    dispatchEvent(new StorageEvent('storage', { key: 'language', newValue }))
  }, language)
  await page.locator(`html[lang="${LANGUAGE_TAGS[language]}"]`).waitFor({ state: 'attached' })
  await waitUntilStill(page)
  await expectDirection(page, language)
}
