import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useCall } from '../../../api/api.ts'
import { useConfig } from '../../../api/publicConfig.ts'
import { askToJoin } from '../../../session/joinSheet.ts'
import { useChatAbout } from '../../../session/openSheets.ts'
import { isSignedIn, useSession } from '../../../session/session.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Caution } from '@tickmark/ui/text/Caution.tsx'
import { cx } from '@tickmark/ui/base/cx.ts'
import { Failed } from '@tickmark/ui/state/Failed.tsx'
import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { chatFrame, type ChatFrame } from './chatFrame.ts'

/**
 * The support chat over the page: a frame below the list of what support never asks for. For visitors, a join button at
 * the bottom.
 */
export function ChatSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('chat')
  const session = useSession()
  const isVisitor = session.server !== undefined && !isSignedIn(session)

  function join() {
    onClose()
    askToJoin()
  }

  const footer = isVisitor && (
    <Button wide onClick={join}>
      {t('join')}
    </Button>
  )
  return (
    <Sheet open={open} onClose={onClose} title={t('pages:title.chat')} footer={footer} tall firm>
      <Caution className="mx-5 mb-3">{t('popup.never')}</Caution>
      <Chat />
    </Sheet>
  )
}

function Chat() {
  const { t } = useTranslation('chat')
  const about = useChatAbout()
  const chatOrigin = useConfig()?.chatOrigin ?? null
  const service = useCall('service', {})
  const [tries, setTries] = useState(0)
  const [dead, setDead] = useState(false)

  if (!service.data && !service.isError) return <Loading />
  const frame = service.data
    ? chatFrame(service.data.link, about, { ours: location.origin, chat: chatOrigin })
    : null
  if (!frame || dead) {
    const again = () => {
      setDead(false)
      setTries(tries + 1)
      void service.refetch()
    }
    return (
      <div className="px-5">
        <Failed
          title={t('popup.failed')}
          detail={service.error?.message}
          onRetry={again}
          busy={service.isFetching}
        />
      </div>
    )
  }
  return <Frame key={`${frame.src} ${tries}`} frame={frame} onDead={() => setDead(true)} />
}

/** Our own page runs unrestricted; another system's frame may only run its scripts and forms. */
function Frame({ frame, onDead }: { frame: ChatFrame; onDead: () => void }) {
  const { t } = useTranslation('chat')
  const [ready, setReady] = useState(false)

  function arrived({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) {
    // When our page fails to load, the frame holds the browser's error page, which we may not read.
    if (frame.own && currentTarget.contentDocument === null) onDead()
    else setReady(true)
  }

  return (
    <div className="relative flex min-h-0 flex-1">
      {!ready && (
        <div className="absolute inset-0">
          <Loading />
        </div>
      )}
      <iframe
        title={t('popup.frame')}
        src={frame.src}
        onLoad={arrived}
        allow=""
        referrerPolicy="no-referrer"
        sandbox={frame.own ? undefined : 'allow-scripts allow-forms allow-same-origin'}
        className={cx(
          'min-h-0 w-full flex-1 border-t border-rule transition-opacity duration-120',
          !ready && 'opacity-0',
        )}
      />
    </div>
  )
}

function Loading() {
  return (
    <div className="px-5">
      <Skeleton shape="text" count={3} />
    </div>
  )
}
