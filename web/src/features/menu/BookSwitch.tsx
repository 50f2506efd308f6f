import { useIsSandbox } from '../../watch/useIsSandbox.ts'
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { setBook, useSession, type BookId } from '../../session/session.ts'
import { ConfirmDialog } from '@tickmark/ui/layer/ConfirmDialog.tsx'
import { Segment } from '@tickmark/ui/form/Segment.tsx'
import { toast } from '@tickmark/ui/layer/toast.ts'

/** Switches between the real and the simulated account after a question; does nothing when already there. */
export function BookSwitch() {
  const { t } = useTranslation('settings')
  const { book, server } = useSession()
  const sandbox = useIsSandbox()
  const [asked, setAsked] = useState<BookId | null>(null)
  const [shown, setShown] = useState<BookId>(0)

  function ask(next: BookId) {
    if (next === book) return
    if (server && !server.books.includes(next)) return toast(t('switch.notAllowed'))
    setShown(next)
    setAsked(next)
  }

  function switchBook() {
    setAsked(null)
    if (asked !== null && setBook(asked))
      toast(t(asked === 1 ? 'switch.doneSimulated' : 'switch.doneReal'), { tone: 'good' })
  }

  const realNote = sandbox ? t('switch.realSandboxNote') : t('switch.realNote')
  return (
    <div className="pt-2">
      <p className="pb-2 text-12 text-ink-2">{t('menu.account')}</p>
      <Segment<BookId>
        label={t('menu.accountLabel')}
        value={book}
        onChange={ask}
        choices={[
          { value: 0, label: t('menu.real') },
          { value: 1, label: t('menu.simulated') },
        ]}
      />
      <ConfirmDialog
        open={asked !== null}
        title={t(shown === 1 ? 'switch.toSimulated' : 'switch.toReal')}
        yesLabel={t('switch.yes')}
        noLabel={t('switch.no')}
        onYes={switchBook}
        onNo={() => setAsked(null)}
      >
        {shown === 1 ? t('switch.simulatedNote') : realNote}
      </ConfirmDialog>
    </div>
  )
}
