import { Button, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The only way on is a fresh page (MENU-7). What is half typed elsewhere is a draft, and back with it. */
export function LanguageChanged({ opened }: { opened: boolean }) {
  const { t } = useTranslation('account')
  return (
    <Modal
      opened={opened}
      onClose={() => {}}
      title={t('reload.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Text mb="md">{t('reload.text')}</Text>
      <Button data-autofocus fullWidth onClick={() => window.location.reload()}>
        {t('reload.action')}
      </Button>
    </Modal>
  )
}
