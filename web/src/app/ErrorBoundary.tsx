import { Component, type ReactNode } from 'react'
import { t } from '../i18n/i18n.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Failed } from '@tickmark/ui/state/Failed.tsx'

interface Props {
  children: ReactNode
  /** Renders nothing in place of the failed part. */
  quiet?: boolean
}

interface State {
  failed: boolean
}

/** Contains the error of one screen, so that the rest of the app stays. React supports this in classes only. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidCatch(failure: unknown): void {
    console.error('A screen failed', failure)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    if (this.props.quiet) return null
    return (
      <div className="mx-auto max-w-[560px] px-5 pt-[52px] pb-6 text-center">
        <Failed title={t('shell:broken.title')} detail={t('shell:broken.detail')} />
        <Button size="medium" icon="refresh" onClick={() => location.reload()}>
          {t('shell:broken.reload')}
        </Button>
      </div>
    )
  }
}
