import type { Ref } from 'react'
import { useCall } from '../../api/api.ts'
import { FailedCall } from '../../components/FailedCall.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { shareText } from '@tickmark/client/format/figures.ts'
import type { Format } from '@tickmark/client/format/format.ts'
import { ltr } from '../../format/ltr.ts'
import { useFormat } from '../../format/useFormat.ts'
import { exactShare, guideFigures, type GuideFigures } from './guideFigures.ts'
import type { Step } from './guideSteps.ts'
import { ChanceDrawing, LossDrawing, MarginDrawing } from './OddsDrawings.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { PriceDrawing, ReceiptDrawing, ReturnedDrawing } from './OrderDrawings.tsx'

const COMMAND = 'node verify.mjs receipt.html'

interface GuideStepProps {
  step: Step
  heading: Ref<HTMLHeadingElement>
}

/** One step, with the figures of the rules in force. */
export function GuideStep(props: GuideStepProps) {
  const { t } = useTranslation('help')
  const rules = useCall('getLimitTimeType', {})
  if (!rules.data && rules.isError) return <FailedCall title={t('guide.failed')} call={rules} />
  if (!rules.data) {
    return (
      <div className="grid gap-5 pt-6">
        <Skeleton shape="chart" />
        <Skeleton shape="text" count={4} />
      </div>
    )
  }
  return <WrittenStep {...props} figures={guideFigures(rules.data)} />
}

/** A step's drawing, its text, and extra facts. */
function WrittenStep({ step, heading, figures }: GuideStepProps & { figures: GuideFigures }) {
  const { t } = useTranslation('help')
  const facts = factsOf(figures, useFormat())
  return (
    <section aria-labelledby="step" className="rise-in">
      <h2
        ref={heading}
        id="step"
        tabIndex={-1}
        className="pt-6 pb-5 text-24 font-semibold text-balance outline-none"
      >
        {t(`guide.step.${step}.title`, facts)}
      </h2>
      <div className="mx-auto max-w-[440px] rounded-3 border border-rule bg-sheet px-4 py-4">
        <StepDrawing step={step} figures={figures} />
      </div>
      <p className="pt-5 leading-relaxed">{t(`guide.step.${step}.text`, facts)}</p>
      <p className="pt-3 text-13 leading-relaxed text-ink-2">{t(`guide.step.${step}.more`, facts)}</p>
      {step === 'receipt' && (
        <>
          <p dir="ltr" className="mt-3 overflow-x-auto rounded-2 bg-well px-3 py-2.5 font-mono text-12">
            <code>{COMMAND}</code>
          </p>
          <p className="pt-5 text-13 text-ink-2">{t('guide.openNote')}</p>
        </>
      )}
    </section>
  )
}

function StepDrawing({ step, figures }: { step: Step; figures: GuideFigures }) {
  if (step === 'order') return <PriceDrawing />
  if (step === 'chance') return <ChanceDrawing figures={figures} />
  if (step === 'margin') return <MarginDrawing figures={figures} />
  if (step === 'loss') return <LossDrawing figures={figures} />
  if (step === 'returned') return <ReturnedDrawing />
  return <ReceiptDrawing />
}

/** The guide's figures under the names that the texts use. */
function factsOf(figures: GuideFigures, format: Format) {
  const usdt = (amount: number) => ltr(`${format.figure(String(amount), { decimals: 0 })} USDT`)
  return {
    margin: ltr(exactShare(figures.marginPpm)),
    chance: ltr(exactShare(figures.chancePpm)),
    fair: ltr(`+${figures.fairPct}%`),
    rate: ltr(`+${figures.ratePct}%`),
    breakEven: ltr(shareText(figures.breakEvenPpm, 2)),
    orders: ltr(String(figures.orders)),
    stake: usdt(figures.stake),
    wins: ltr(String(figures.wins)),
    paid: usdt(figures.paid),
    back: usdt(figures.back),
    lost: usdt(figures.lost),
  }
}
