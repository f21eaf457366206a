import { Anchor, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invalidateProfileShow } from '@/api/generated/endpoints/account/account'
import { useAccountConsentAccept } from '@/api/generated/endpoints/my-account/my-account'
import type { LegalKind, LegalTextInForce } from '@/api/schema'
import { legalPage } from '@/context/legal-page'
import { signOut } from '@/context/sign-out'
import { notify } from '@/ui/dialogs/notify'

/** Asks for the consent to texts that are new since the last sign-in. The other way on is to sign out. */
export default function ConsentDialog({ due }: { due: LegalTextInForce[] }) {
  const { t } = useTranslation('shell')
  const queryClient = useQueryClient()
  const [accepted, setAccepted] = useState<LegalKind[]>([])
  const versionOf = (kind: LegalKind) => due.find((text) => text.kind === kind)?.version ?? null
  const accept = useAccountConsentAccept({
    mutation: {
      onError: notify.failure,
      onSettled: () => invalidateProfileShow(queryClient),
    },
  })
  const toggle = (kind: LegalKind, on: boolean) =>
    setAccepted((kinds) => (on ? [...kinds, kind] : kinds.filter((one) => one !== kind)))
  return (
    <Modal
      opened
      onClose={() => {}}
      title={t('consent.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text size="sm">{t('consent.text')}</Text>
        {due.map(({ kind }) => (
          <Group key={kind} gap="xs">
            <Checkbox
              label={kind === 'terms' ? t('consent.terms') : t('consent.privacy')}
              checked={accepted.includes(kind)}
              onChange={(event) => toggle(kind, event.currentTarget.checked)}
            />
            <Anchor href={legalPage(kind)} target="_blank" size="sm">
              {kind === 'terms' ? t('consent.readTerms') : t('consent.readPrivacy')}
            </Anchor>
          </Group>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void signOut().catch(notify.failure)}>
            {t('consent.signOut')}
          </Button>
          <Button
            disabled={accepted.length < due.length}
            loading={accept.isPending}
            onClick={() =>
              accept.mutate({
                data: { accepted_terms: versionOf('terms'), accepted_privacy: versionOf('privacy') },
              })
            }
          >
            {t('consent.accept')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
