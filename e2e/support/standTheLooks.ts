import type { Language } from '@tickmark/wire/languages'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeFindings, cutTexts, enlargeText, settled, shoot } from './looks.ts'
import { visitAs } from './people.ts'
import { moveIn, type Resident, sayIn, SCENES } from './scenes.ts'
import { setStage } from './stage.ts'

interface Eyes {
  language: Language
  width: number
  height: number
}

/** Looks at every scene in a language and a width: both themes with axe, nothing cut, and nothing cut at doubled text. */
export function standTheLooks({ language, width, height }: Eyes): void {
  const stage = setStage()
  const say = sayIn(language)
  const visit = { language, width, height, motion: 'reduce' } as const
  const isMirrored = language === 'arab'
  let resident: Resident
  let pages: { visitor: Page; own: Page }

  beforeAll(async () => {
    resident = await moveIn(stage)
    pages = { visitor: await stage.visit(visit), own: await visitAs(stage, resident, visit) }
  })

  describe(`${language}, ${width} x ${height}`, () => {
    test.each(SCENES)(
      '[MSG-03] $name: readable in both themes, nothing cut, also with doubled text',
      async (scene) => {
        const page = scene.visitor ? pages.visitor : pages.own
        await page.emulateMedia({ colorScheme: 'light' })
        await page.goto('about:blank')
        await page.goto(scene.path(resident))
        await scene.open(page, say)
        await page.waitForLoadState('networkidle')
        const html = page.locator('html')
        expect(await html.getAttribute('dir')).toBe(isMirrored ? 'rtl' : 'ltr')
        await shoot(page, `${scene.name}, ${language} ${width}, paper`)
        expect(await cutTexts(page)).toEqual([])
        expect(await axeFindings(page)).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        await settled(page)
        await shoot(page, `${scene.name}, ${language} ${width}, ink`)
        expect(await axeFindings(page, ['color-contrast'])).toEqual([])
        await enlargeText(page, 200)
        await shoot(page, `${scene.name}, ${language} ${width}, doubled`)
        expect(await cutTexts(page)).toEqual([])
      },
    )
  })
}
