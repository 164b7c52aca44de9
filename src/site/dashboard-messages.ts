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
  postGone: errorToast('Error', 'This post is gone. It may be under Recently deleted.'),
  itemGone: errorToast('Error', 'This is gone. It may be under Recently deleted.'),
  versionRestored: successToast('Success', 'The earlier version is back.'),
  restoreVersionFailed: errorToast('Error', 'The earlier version could not be restored.'),
  restoreVersionConflict: errorToast('Error', 'Somebody else saved this post while you were writing'),
  itemRestored: successToast('Success', 'It is back as it was.'),
  restoreItemFailed: errorToast('Error', 'It could not be restored.'),
  pictureDeleted: successToast('Success', 'Picture deleted successfully!'),
  deletePictureFailed: errorToast('Error', 'Failed to delete picture'),

  fetchAccountsFailed: errorToast('Error', 'Failed to fetch accounts'),
  fetchActivityFailed: errorToast('Error', 'Failed to fetch the activity'),
  adminGranted: (email: string) => successToast('Success', `${email} is an administrator now.`),
  adminRevoked: (email: string) => successToast('Success', `${email} is no longer an administrator.`),
  accountExported: (name: string) => successToast('Success', `What is held of ${name} is in your downloads.`),
  exportAccountFailed: errorToast('Error', 'Failed to export the account'),
  accountDeleted: (name: string) => successToast('Success', `The account ${name} and its traces are deleted.`),
  deleteAccountFailed: errorToast('Error', 'Failed to delete the account'),
  changeRightsFailed: errorToast('Error', 'Failed to change the rights'),
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
  changeMfaPolicyFailed: errorToast('Error', 'Failed to change the setting'),

  checkSystemFailed: errorToast('Error', 'Failed to check the site'),
  fetchMailFailed: errorToast('Error', 'Failed to fetch the messages'),
  fetchBackupsFailed: errorToast('Error', 'Failed to fetch the backups'),
  mailRetried: (count: number) => successToast('Success', `${countOf(count, 'message')} will be tried now.`),
  retryMailFailed: errorToast('Error', 'Failed to try the message again'),
  mailNotWaiting: errorToast('Error', 'This message has arrived, or is just being sent.'),
  testMailFailed: (reason = 'The test message could not be sent') => errorToast('Error', reason),
  downloadBackupFailed: (reason = 'The backup could not be downloaded') => errorToast('Error', reason),
  mfaPolicyNeedsOwnMfa: errorToast('Error', 'Set up MFA for your own account first; then it can be required of all.'),
} as const;
