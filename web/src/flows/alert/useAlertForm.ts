import { parseAmount } from '@tickmark/core/money/money'
import { useState } from 'react'
import { call, useCall } from '../../api/api.ts'
import { useAction } from '../../api/useAction.ts'
import { useChartPeriod } from '../../entities/chartPeriod.ts'
import { useDetail } from '../../live/marketFeed.ts'
import { type AlertChange, initial, problems, reduce, summary, wireValue } from './alertForm.ts'

/** Maximum number of waiting alerts until the server has sent its own. */
const MOST = 50

/** The form of a coin's price alert with the current price and the user's alerts. */
export function useAlertForm(pid: number) {
  const [form, setForm] = useState(initial)
  const [tried, setTried] = useState(false)
  const { busy, run } = useAction()
  const { baseInfo, stale } = useDetail(pid, useChartPeriod())
  // A stale price is not used: the server also refuses alerts relative to it.
  const price = stale ? null : (baseInfo?.price ?? null)
  const alerts = useCall('getAlerts', {})
  const list = alerts.data?.list ?? []
  const facts = {
    now: price === null ? null : parseAmount(price),
    waiting: list.filter((one) => one.firedAt === null).length,
    most: alerts.data?.most ?? MOST,
  }
  const found = problems(form, facts)

  function change(one: AlertChange) {
    setTried(false)
    setForm((now) => reduce(now, one))
  }

  /** Sets the alert; returns false, after a toast with the reason, when it was not set. */
  async function send(): Promise<boolean> {
    setTried(true)
    if (found.length > 0 || busy) return false
    return run(async () => {
      await call('addAlert', { pid, kind: form.kind, value: wireValue(form) })
      setForm((now) => ({ ...now, value: '' }))
      setTried(false)
    })
  }

  return {
    form,
    change,
    send,
    busy,
    /** The current price as on the wire; null while none is fresh. */
    price,
    sum: summary(form, facts),
    /** The input's problem; an empty field is reported once the user tried to send. */
    problem: found.find((one) => tried || one.code !== 'value_missing') ?? null,
    alerts,
    mine: list.filter((one) => one.pid === pid),
  }
}

export type AlertFormState = ReturnType<typeof useAlertForm>
