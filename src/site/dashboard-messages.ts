import { countOf } from '#contract/amounts.ts';
import { type FlatKind, ITEM_KINDS } from '#contract/items.ts';
import type { BulkAction } from './content/editor.ts';
import { errorToast, successToast } from './messages.ts';

/** The toasts of a kind of items, and the question before one is deleted (specification §5, §8). */
export function flatItemMessages(kind: FlatKind) {
  const [one, several] = ITEM_KINDS[kind].names;
  const done = (verb: string) =>
    successToast('Success', `${one.charAt(0).toUpperCase()}${one.slice(1)} ${verb} successfully!`);
  return {
    created: done('created'),
    updated: done('updated'),
    deleted: done('deleted'),
    fetchFailed: errorToast('Error', `Failed to fetch ${several}`),
    failed: errorToast('Error', `Failed to save ${one}`),
    deleteFailed: errorToast('Error', `Failed to delete ${one}`),
    question: `Are you sure you want to delete this ${one}?`,
  };
}

const BULK_RESULTS = {
  published: 'published',
  archived: 'archived',
  delete: 'deleted',
} as const satisfies Record<BulkAction, string>;

/** Toasts of the dashboard beyond the specification, apart from messages.ts, which public pages load. */
export const DASHBOARD_MESSAGES = {
  bulkDone: (action: BulkAction, changed: number, of: number) =>
    changed === of
      ? successToast('Success', `${countOf(of, 'post')} ${BULK_RESULTS[action]}.`)
      : errorToast(
          'Error',
          `${changed} of ${countOf(of, 'post')} ${BULK_RESULTS[action]}. The others are gone, or you may not change them.`,
        ),
  bulkFailed: errorToast('Error', 'Nothing was changed. Please try again.'),
  postDuplicated: successToast('Success', 'The copy is a draft, and open now.'),
  duplicatePostFailed: errorToast('Error', 'The post could not be duplicated.'),
  postGone: errorToast('Error', 'This post no longer exists. See Recently deleted.'),
  itemGone: errorToast('Error', 'This item no longer exists. See Recently deleted.'),
  versionRestored: successToast('Success', 'The earlier version is restored.'),
  restoreVersionFailed: errorToast('Error', 'The earlier version could not be restored.'),
  restoreVersionConflict: errorToast('Error', 'Somebody else saved this post while you were writing.'),
  itemRestored: successToast('Success', 'Restored.'),
  restoreItemFailed: errorToast('Error', 'It could not be restored.'),
  pictureDeleted: successToast('Success', 'The picture is deleted.'),
  deletePictureFailed: errorToast('Error', 'The picture could not be deleted.'),

  fetchAccountsFailed: errorToast('Error', 'The accounts could not be loaded.'),
  fetchActivityFailed: errorToast('Error', 'The activity could not be loaded.'),
  adminGranted: (email: string) => successToast('Success', `${email} is an administrator now.`),
  adminRevoked: (email: string) => successToast('Success', `${email} is no longer an administrator.`),
  accountExported: (name: string) => successToast('Success', `The data held about ${name} has been downloaded.`),
  exportAccountFailed: errorToast('Error', 'The account could not be exported.'),
  accountDeleted: (name: string) => successToast('Success', `The account ${name} and its traces are deleted.`),
  deleteAccountFailed: errorToast('Error', 'The account could not be deleted.'),
  changeRightsFailed: errorToast('Error', 'The rights could not be changed.'),
  lastAdministrator: errorToast(
    'Error',
    'This is the last administrator who can sign in. Make another one first; an invited person counts once they have chosen a password.',
  ),
  invited: (email: string) => successToast('Success', `The invitation to ${email} is on its way.`),
  invitedWithoutRights: (email: string) =>
    errorToast(
      'Error',
      `The invitation is on its way, but ${email} could not be made an administrator. Try again in the list.`,
    ),
  inviteFailed: (reason: string) => errorToast('Error', reason),
  mfaRequired: successToast('Success', 'Every administrator must use MFA now.'),
  mfaNotRequired: successToast('Success', 'MFA is no longer required.'),
  changeMfaPolicyFailed: errorToast('Error', 'The setting could not be changed.'),

  checkSystemFailed: errorToast('Error', 'The site could not be checked.'),
  fetchMailFailed: errorToast('Error', 'The messages could not be loaded.'),
  fetchBackupsFailed: errorToast('Error', 'The backups could not be loaded.'),
  mailRetried: (count: number) => successToast('Success', `${countOf(count, 'message')} will be tried now.`),
  retryMailFailed: errorToast('Error', 'The message could not be tried again.'),
  mailNotWaiting: errorToast('Error', 'This message has arrived, or is just being sent.'),
  testMailFailed: (reason = 'The test message could not be sent.') => errorToast('Error', reason),
  downloadBackupFailed: (reason = 'The backup could not be downloaded.') => errorToast('Error', reason),
  mfaPolicyNeedsOwnMfa: errorToast('Error', 'Set up MFA for your own account first; then it can be required of all.'),
} as const;
