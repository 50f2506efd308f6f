import { useState } from 'react'
import { Badge } from '@tickmark/ui/text/Badge.tsx'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { refresh, type Reply } from '../../api/api.ts'
import { useConsoleCall } from '../../api/useConsoleCall.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Age, Money } from '../../kit/Figures.tsx'
import { Facts, Panel } from '../../kit/Panel.tsx'
import { ReasonDialog } from '../../kit/ReasonDialog.tsx'
import { useMay } from '../../session/operator.ts'
import { LimitsDialog } from './LimitsDialog.tsx'

type Engine = Reply<'consoleEngine'>

/** The engine: its state, its limits, and the switch that a single operator may use. */
export function EnginePanel({ data }: { data: Engine }) {
  const { t } = useTranslation('programme')
  const { engine, limits, today, openRests } = data
  const may = useMay('runProgramme')
  const [asking, setAsking] = useState(false)
  const tone = engine.state === 'trading' ? 'good' : engine.state === 'waiting' ? 'plain' : 'wrong'
  return (
    <Panel title={t('engine')} trailing={<Badge tone={tone}>{t(`state.${engine.state}`)}</Badge>}>
      <Facts
        list={[
          engine.why === null ? null : { name: t('why'), value: t(`because.${engine.why}`) },
          engine.lookedAt === null ? null : { name: t('looked'), value: <Age sinceMs={engine.lookedAt} /> },
          { name: t('today'), value: <Money amount={today} code="USDT" sign /> },
          { name: t('rests'), value: String(openRests) },
          { name: t('mostTrade'), value: <Money amount={limits.mostTrade} code="USDT" /> },
          { name: t('leastProfit'), value: <Money amount={limits.leastProfit} code="USDT" /> },
          { name: t('dayLoss'), value: <Money amount={limits.dayLoss} code="USDT" /> },
          { name: t('mostRests'), value: String(limits.openRests) },
        ]}
      />
      {may && (
        <div className="flex flex-wrap gap-2 pt-3">
          <Switch isStopped={engine.why === 'operator'} />
          <Button size="medium" tone="quiet" onClick={() => setAsking(true)}>
            {t('askLimits')}
          </Button>
          <LimitsDialog open={asking} onClose={() => setAsking(false)} limits={limits} />
        </div>
      )}
    </Panel>
  )
}

/** Stops or restarts the engine, with a reason. */
function Switch({ isStopped }: { isStopped: boolean }) {
  const { t } = useTranslation('programme')
  const stop = useConsoleCall('consoleStopEngine')
  const start = useConsoleCall('consoleStartEngine')
  const [open, setOpen] = useState(false)
  const change = isStopped ? start : stop

  async function act(reason: string) {
    const done = await change.run({ reason })
    if (done === null) return
    setOpen(false)
    refresh('consoleEngine')
    toast(t(isStopped ? 'started' : 'stopped'), { tone: 'good' })
  }

  return (
    <>
      <Button size="medium" tone={isStopped ? 'primary' : 'wrong'} onClick={() => setOpen(true)}>
        {t(isStopped ? 'start' : 'stop')}
      </Button>
      <ReasonDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t(isStopped ? 'start' : 'stop')}
        yesLabel={t(isStopped ? 'start' : 'stop')}
        busy={change.busy}
        problem={change.problem}
        onYes={(reason) => void act(reason)}
      >
        <p className="text-13 text-ink-2">{t(isStopped ? 'startDetail' : 'stopDetail')}</p>
      </ReasonDialog>
    </>
  )
}
