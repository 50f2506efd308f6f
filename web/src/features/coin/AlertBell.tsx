import { Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { AlertSheet } from '../../flows/alert/lazy.tsx'
import { askToJoin } from '../../session/joinSheet.ts'
import { isSignedIn, knownSession } from '../../session/session.ts'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'
import { useOnceOpen } from '@tickmark/ui/base/useOnceOpen.ts'

/** Button that opens a coin's price alerts. */
export function AlertBell({ pid }: { pid: number }) {
  const { t } = useTranslation('trade')
  const [open, setOpen] = useState(false)
  const once = useOnceOpen(open)

  async function press() {
    if (isSignedIn(await knownSession())) setOpen(true)
    else askToJoin()
  }

  return (
    <>
      <IconButton
        icon="bell"
        label={t('pages:title.alerts')}
        aria-haspopup="dialog"
        onClick={() => void press()}
      />
      {once && (
        <Suspense fallback={null}>
          <AlertSheet pid={pid} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
