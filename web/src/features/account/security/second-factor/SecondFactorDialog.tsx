import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  accountSecondFactorBegin,
  accountSecondFactorDisable,
  accountSecondFactorEnable,
  accountSecondFactorRenewCodes,
} from '@/api/generated/endpoints/second-factor/second-factor'
import type { SecondFactorSetup } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import { AppSetup } from './AppSetup'
import { ProofForm } from './ProofForm'
import { RecoveryCodes } from './RecoveryCodes'

export type Task = 'enable' | 'renew' | 'disable'

type SecondFactorDialogProps = { task: Task | undefined; onClose(): void; onDone(): Promise<unknown> }

/** One step after the other; the last one shows codes that nobody sees again. */
export function SecondFactorDialog({ task, onClose, onDone }: SecondFactorDialogProps) {
  const { t } = useTranslation(['account', 'common'])
  const [codes, setCodes] = useState<string[]>()
  // The last task stays readable while its dialog fades away.
  const [shown, setShown] = useState(task)
  if (task && task !== shown) setShown(task)

  async function show(fresh: { recovery_codes: string[] }) {
    setCodes(fresh.recovery_codes)
    await onDone()
  }

  function close() {
    setCodes(undefined)
    onClose()
  }

  return (
    <Modal
      opened={task !== undefined}
      onClose={close}
      title={codes ? t('factor.codes.title') : shown && t(`factor.${shown}.title`)}
      closeOnClickOutside={false}
      // The codes go away by the button that says they are kept.
      withCloseButton={!codes}
      closeOnEscape={!codes}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {codes && <RecoveryCodes codes={codes} onKept={close} />}
      {!codes && shown === 'enable' && <Enable onCodes={show} />}
      {!codes && shown === 'renew' && (
        <ProofForm
          text={t('factor.renew.text')}
          asks={['current_password', 'code']}
          submitLabel={t('factor.renew.open')}
          submit={async (proof) => show((await accountSecondFactorRenewCodes(proof)).data)}
        />
      )}
      {!codes && shown === 'disable' && (
        <ProofForm
          text={t('factor.disable.text')}
          asks={['current_password', 'code']}
          submitLabel={t('factor.disable.open')}
          danger
          submit={async (proof) => {
            await accountSecondFactorDisable(proof)
            await onDone()
            close()
            notify.success(t('factor.disable.done'))
          }}
        />
      )}
    </Modal>
  )
}

function Enable({ onCodes }: { onCodes(fresh: { recovery_codes: string[] }): Promise<void> }) {
  const { t } = useTranslation('account')
  const [setup, setSetup] = useState<SecondFactorSetup>()
  if (!setup) {
    return (
      <ProofForm
        key="password"
        text={t('factor.enable.text')}
        asks={['current_password']}
        submitLabel={t('factor.enable.next')}
        submit={async ({ current_password }) =>
          setSetup((await accountSecondFactorBegin({ current_password })).data)
        }
      />
    )
  }
  return (
    <>
      <AppSetup setup={setup} />
      <ProofForm
        key="code"
        text={t('factor.enable.codeText')}
        asks={['code']}
        submitLabel={t('factor.enable.open')}
        submit={async ({ code }) => onCodes((await accountSecondFactorEnable({ code })).data)}
      />
    </>
  )
}
