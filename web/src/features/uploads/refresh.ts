import type { QueryClient } from '@tanstack/react-query'
import { invalidateUploadFolders, invalidateUploadList } from '@/api/generated/endpoints/uploads/uploads'

/** What shows shared files. */
export const refreshUploads = (client: QueryClient) =>
  Promise.all([invalidateUploadList(client), invalidateUploadFolders(client)])
