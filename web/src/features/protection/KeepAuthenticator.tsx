import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { call } from '../../api/api.ts'
import { useFormat } from '../../format/useFormat.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { CodeField } from './CodeField.tsx'
import { useCode } from './useCode.ts'

/** Shows that a reset is running and when it ends; cancels it with a code or a recovery code. */
export function KeepAuthenticator({ until }: { until: number }) {
  const { t } = useTranslation('wallet')
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const keep = useCode(true, async (code) => {
    await call('keepAuthenticator', { code })
    toast(t('protection.staysOn'), { tone: 'good' })
    setOpen(false)
  })
  return (
    <div className="mt-3 grid gap-3 rounded-2 bg-caution-wash p-3">
      <p role="status" className="text-13 text-caution">
        {t('protection.offUntil', { time: format.dateTime(until) })}
      </p>
      <Button size="medium" wide aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('protection.keep')}
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('protection.keep')}
        footer={
          <Button wide busy={keep.busy} onClick={keep.submit}>
            {t('protection.keep')}
          </Button>
        }
      >
        <div className="grid gap-4">
          <p className="text-13 text-ink-2">{t('protection.keepNote')}</p>
          <CodeField {...keep.field} takesRecovery />
        </div>
      </Sheet>
    </div>
  )
}
