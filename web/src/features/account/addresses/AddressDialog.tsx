import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountAddress } from '@/api/schema'
import type { Choices } from '@/api/useChoices'
import classes from './Addresses.module.css'
import { AddressForm } from './AddressForm'

type AddressDialogProps = {
  /** The address to change, or a new one. */
  open: AccountAddress | 'new' | undefined
  choices: Choices
  onClose(): void
}

/** Input is a draft: closing the dialog keeps it. */
export function AddressDialog({ open, choices, onClose }: AddressDialogProps) {
  const { t } = useTranslation(['account', 'common'])
  // The last one stays readable while its dialog fades away.
  const [shown, setShown] = useState(open)
  if (open && open !== shown) setShown(open)
  const address = shown === 'new' ? undefined : shown
  return (
    <Modal
      opened={open !== undefined}
      onClose={onClose}
      size="lg"
      title={address ? t('addresses.editNamed', { label: address.label }) : t('addresses.add')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.form}>
        <AddressForm address={address} choices={choices} onClose={onClose} />
      </div>
    </Modal>
  )
}
