import { parseWithdrawalFile } from '@tickmark/core/evidence/withdrawalPromise'
import { useStore } from '@tickmark/client/observable.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { useEffect } from 'react'
import { PromiseTroubleText } from '../../components/PromiseTroubleText.tsx'
import { saveEvidence } from '../../components/saveEvidence.ts'
import { useFormat } from '../../format/useFormat.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { dueUntilMs } from '../../watch/deviceTime.ts'
import { followPromises } from '../../watch/promises/followPromises.ts'
import { promisedWithdrawals } from '../../watch/promises/follow/followWithdrawals.ts'
import { alarmAbout, promiseAlarms } from '../../watch/promises/promiseAlarm.ts'
import type { TransferItem } from '../../entities/transferState.ts'
import { LoggedEndText } from './LoggedEndText.tsx'

/**
 * The house's signed promise of a withdrawal, as this device keeps it, with its file, and how it was kept by the log; or what is
 * wrong with it.
 */
export function WithdrawalPromise({ item }: { item: TransferItem }) {
  const { id } = item
  const { t } = useTranslation('transfer')
  const alarm = alarmAbout(id, useStore(promiseAlarms))
  const kept = useStore(promisedWithdrawals)
  useEffect(() => void followPromises(), [])
  if (alarm) return <PromiseTroubleText alarm={alarm} className="mt-3 rounded-3 px-4 py-3" />
  if (kept === null) return null
  const own = kept.find((one) => one.id === id && one.problem === null)
  const file = parseWithdrawalFile(own?.file)
  if (!own || !file) return <p className="pt-3 text-12 text-ink-2">{t('promise.none')}</p>
  return (
    <section aria-label={t('trade:promise.title')} className="pt-3">
      <LoggedEndText end={own.end} item={item} />
      <PromiseText
        due={file.statement.due}
        isPending={item.status === 0 && own.end === null}
        isLogged={own.isLogged}
      />
      <Button
        tone="quiet"
        size="small"
        icon="download"
        className="mt-2"
        onClick={() => saveEvidence(id, file)}
      >
        {t('promise.save')}
      </Button>
    </section>
  )
}

function PromiseText({ due, isPending, isLogged }: { due: number; isPending: boolean; isLogged: boolean }) {
  const { t } = useTranslation('transfer')
  const format = useFormat()
  const time = format.dateTime(due)
  if (isPending && dueUntilMs() > due)
    return (
      <p role="alert" className="text-13 font-medium text-wrong">
        {t('promise.owed', { time })}
      </p>
    )
  return (
    <p className="text-12 text-ink-2">
      {t('promise.kept', { time })} {isLogged && t('promise.logged')}
    </p>
  )
}
