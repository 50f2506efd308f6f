import { useQuery } from '@tanstack/react-query'
import { ROUTES } from '@tickmark/wire/routes/all'
import type { Subject } from '@tickmark/wire/schemas/support'
import { useEffect } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { call } from '../../api/api.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { FailedCall } from '../../components/FailedCall.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { goInChat, showOpened } from './frame/goInChat.ts'

/** Opens the conversation about one of the user's orders or transfers. Opening it again opens the same conversation. */
export function OpenAbout({
  about: { subject, subjectId },
}: {
  about: { subject: Subject; subjectId: string }
}) {
  const { t } = useTranslation('chat')
  const { address } = useSession()
  const state = useQuery({
    queryKey: [ROUTES.openThread.path, { address }, { subject, subjectId }],
    queryFn: () => call('openThread', { subject, subjectId }, { quiet: true }),
    refetchOnWindowFocus: false,
  })
  const threadId = state.data?.thread.id
  useEffect(() => {
    if (threadId !== undefined) showOpened(threadId)
  }, [threadId])
  if (!state.isError) {
    return (
      <div className="px-5 pt-[52px]">
        <Skeleton shape="text" count={3} />
      </div>
    )
  }
  return (
    <div className="px-5 pt-4 text-center">
      <FailedCall title={t('openFailed')} call={state} />
      <Button tone="plain" size="small" onClick={() => goInChat(null, true)}>
        {t('allThreads')}
      </Button>
    </div>
  )
}
