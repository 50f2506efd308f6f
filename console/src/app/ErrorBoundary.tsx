import { Component, type ReactNode } from 'react'
import { Failed } from '@tickmark/ui/state/Failed.tsx'
import { t } from '../i18n/i18n.ts'

interface State {
  failed: boolean
}

/**
 * Contains the error of one screen, so that the rest of the console keeps working. React supports this in classes
 * only.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidCatch(failure: unknown): void {
    console.error('A screen failed', failure)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className="px-6 py-4">
        <Failed title={t('shell:broken')} onRetry={() => location.reload()} />
      </div>
    )
  }
}
