import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSearch } from 'wouter'
import { t as say } from '../../i18n/i18n.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { back, go } from '../../navigation/navigate.ts'
import { setBook } from '../../session/session.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { PageBar } from '@tickmark/ui/page/PageBar.tsx'
import { Progress } from '@tickmark/ui/chart/Progress.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { GuideStep } from './GuideStep.tsx'
import { STEPS } from './guideSteps.ts'

const SIMULATED = 1

/**
 * Explains an order step by step, each step with a drawing. The user can leave at any step and come back at any time.
 */
export function GuidePage() {
  const { t } = useTranslation('help')
  const asked = Number(new URLSearchParams(useSearch()).get('step') ?? 1)
  const at = Number.isInteger(asked) ? Math.min(STEPS.length, Math.max(1, asked)) : 1
  const step = STEPS[at - 1] ?? STEPS[0]
  const heading = useHeadingOf(step)
  const isLast = at === STEPS.length

  function openCoin() {
    if (setBook(SIMULATED)) toast(say('settings:switch.doneSimulated'), { tone: 'good' })
    go(hrefTo.coin(1))
  }

  return (
    <>
      <PageBar
        title={t('pages:title.guide')}
        onBack={() => back(hrefTo.help())}
        trailing={
          <Button tone="plain" size="small" onClick={() => go(hrefTo.help(), { replace: true })}>
            {isLast ? t('guide.toHelp') : t('guide.skip')}
          </Button>
        }
      />
      <div className="px-5 pb-[calc(112px+env(safe-area-inset-bottom))] md:px-7">
        <p className="pt-2 pb-1.5 text-12 text-ink-2" aria-hidden="true">
          {t('guide.progress', { step: at, count: STEPS.length })}
        </p>
        <Progress
          label={t('guide.progress', { step: at, count: STEPS.length })}
          share={at / STEPS.length}
          tone="brand"
          thin
        />
        <GuideStep key={step} step={step} heading={heading} />
      </div>
      <div className="fixed inset-x-0 bottom-(--strip) z-10 flex gap-2 bg-ground px-5 pt-2.5 pb-[calc(20px+env(safe-area-inset-bottom))] md:sticky md:px-7">
        {at > 1 && (
          <Button
            tone="quiet"
            className="flex-none whitespace-nowrap"
            onClick={() => go(hrefTo.guide(at - 1), { replace: true })}
          >
            {t('guide.before')}
          </Button>
        )}
        {isLast ? (
          <Button wide onClick={openCoin}>
            {t('guide.open')}
          </Button>
        ) : (
          <Button wide onClick={() => go(hrefTo.guide(at + 1), { replace: true })}>
            {t('guide.next')}
          </Button>
        )}
      </div>
    </>
  )
}

/**
 * A new step takes the focus to its heading and scrolls to the top; not on arrival, where the page's own heading is
 * focused.
 */
function useHeadingOf(step: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [step])
  return heading
}
