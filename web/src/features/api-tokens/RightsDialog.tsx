import { List, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ApiToken } from '@/api/schema'
import type { DialogState } from '@/blocks/record-actions'
import { useOpened } from '@/ui/dialogs/overlay'
import { sentenceOf } from './sentences'

type RightsProps = { token: ApiToken } & DialogState<ApiToken>

/** The rights of a token as sentences. */
export default function RightsDialog({ token, opened, onClose }: RightsProps) {
  const { t } = useTranslation(['api-tokens', 'common'])
  return (
    <Modal
      opened={useOpened(opened)}
      onClose={onClose}
      title={t('show.title', { name: token.name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Text size="sm" mb="sm">
        {t('show.text', { name: token.user_name })}
      </Text>
      <Sentences scopes={token.scopes} />
    </Modal>
  )
}

function Sentences({ scopes }: { scopes: string[] }) {
  const { t } = useTranslation(['api-tokens', 'profiles', 'shell'])
  return (
    <List spacing="xs" size="sm">
      {scopes.map((name) => (
        <List.Item key={name}>{sentenceOf(t, name)}</List.Item>
      ))}
    </List>
  )
}
