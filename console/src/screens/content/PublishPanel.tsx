import type { ContentItem } from '@tickmark/wire/routes/operators/content'
import { useState } from 'react'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Field } from '@tickmark/ui/form/Field.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { refresh } from '../../api/api.ts'
import { useConsoleCall } from '../../api/useConsoleCall.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Panel } from '../../kit/Panel.tsx'
import { Problem } from '../../kit/Problem.tsx'

/** Publishes an item now or at a later time, and withdraws it. */
export function PublishPanel({ item }: { item: ContentItem }) {
  const { t } = useTranslation('content')
  const publish = useConsoleCall('consoleContentPublish')
  const withdraw = useConsoleCall('consoleContentWithdraw')
  const [at, setAt] = useState('')
  const atMs = at === '' ? NaN : new Date(at).getTime()
  const isShown = item.state === 'published' || item.state === 'scheduled'

  function done(text: string) {
    refresh('consoleContentRead', 'consoleContentList', 'consoleReplies')
    toast(text, { tone: 'good' })
  }

  async function publishAt(time: number | null) {
    const published = await publish.run({ id: item.id, ...(time !== null && { at: time }) })
    if (published) done(t(time === null ? 'publishedNow' : 'scheduledThen'))
  }

  async function takeOff() {
    if (await withdraw.run({ id: item.id })) done(t('withdrawnNow'))
  }

  return (
    <Panel title={t('publishing')}>
      <p className="pb-3 text-13 text-ink-2">{t('publishDetail')}</p>
      <div className="grid gap-3">
        <div className="flex flex-wrap gap-2">
          <Button
            size="medium"
            busy={publish.busy}
            disabled={item.state === 'published'}
            onClick={() => void publishAt(null)}
          >
            {t('publish')}
          </Button>
          {isShown && (
            <Button size="medium" tone="quiet" busy={withdraw.busy} onClick={() => void takeOff()}>
              {t('withdraw')}
            </Button>
          )}
        </div>
        <div className="flex flex-wrap items-end gap-2">
          <Field
            type="datetime-local"
            label={t('at')}
            value={at}
            onChange={setAt}
            className="max-w-[260px] flex-1"
          />
          <Button
            size="medium"
            tone="quiet"
            busy={publish.busy}
            disabled={Number.isNaN(atMs)}
            onClick={() => void publishAt(atMs)}
          >
            {t('schedule')}
          </Button>
        </div>
        <Problem text={publish.problem ?? withdraw.problem} />
      </div>
    </Panel>
  )
}
