import { parseAmount } from '@tickmark/core/money/money'
import { useState } from 'react'
import { call, useCall } from '../../api/api.ts'
import { useChartPeriod } from '../../entities/chartPeriod.ts'
import { useDetail } from '../../live/marketFeed.ts'
import { type AlertChange, initial, problems, reduce, summary, wireValue } from './alertForm.ts'

/** How many alerts may wait, until the server has said it. */
const MOST = 50

/** The form of a coin's price alert with the price and the alerts behind it. */
export function useAlertForm(pid: number) {
  const [form, setForm] = useState(initial)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const { baseInfo, stale } = useDetail(pid, useChartPeriod())
  // One that is no longer fresh is not measured from: the server takes no alert by it either.
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

  /** Sets the alert; false when it was not. The toast says why. */
  async function send(): Promise<boolean> {
    setTried(true)
    if (found.length > 0 || busy) return false
    setBusy(true)
    try {
      await call('addAlert', { pid, kind: form.kind, value: wireValue(form) })
      setForm((now) => ({ ...now, value: '' }))
      setTried(false)
      return true
    } catch {
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    form,
    change,
    send,
    busy,
    /** The price now, as the wire has it; null while there is no fresh one. */
    price,
    sum: summary(form, facts),
    /** What is wrong with what was typed; an empty field is called out once sending was tried. */
    problem: found.find((one) => tried || one.code !== 'value_missing') ?? null,
    alerts,
    mine: list.filter((one) => one.pid === pid),
  }
}

export type AlertFormState = ReturnType<typeof useAlertForm>
