import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { askToJoin } from '../session/joinSheet.ts'
import { isSignedIn, useSession } from '../session/session.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'

export interface RequireAccountProps {
  /** Describes the content to a visitor. */
  title: string
  detail: string
  children: ReactNode
}

/** Content for signed-in users; visitors see a description and a way to join. */
export function RequireAccount({ title, detail, children }: RequireAccountProps) {
  const { t } = useTranslation('wallet')
  const session = useSession()
  if (session.server === undefined) return <Skeleton shape="row" count={5} />
  if (isSignedIn(session)) return children
  return (
    <Empty
      title={title}
      detail={detail}
      icon="wallet"
      action={
        <Button size="medium" onClick={askToJoin}>
          {t('join')}
        </Button>
      }
    />
  )
}
