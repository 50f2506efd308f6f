import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { askToJoin } from '../session/joinSheet.ts'
import { isSignedIn, useSession } from '../session/session.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'

export interface RequireAccountProps {
  /** What there would be for one who joined. */
  title: string
  detail: string
  children: ReactNode
}

/** What only a user may see; anyone else is told what it is, and how to join. */
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
