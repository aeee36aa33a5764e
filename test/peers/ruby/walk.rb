# frozen_string_literal: true

# Walks ruby-gitlab, unmodified, as its users do: sign in, list by pages, write, read the errors.
#
# Called with the address of a platform that holds the demo, and with the dialect. Prints a line for each step, and ends with 1 at
# the first that fails.

require 'gitlab'

URL, DIALECT = ARGV

STEPS = {} # name => what it does, in this order

def step(name, &walk)
  STEPS[name] = walk
end

def sign_in(username)
  Gitlab.client(endpoint: "#{URL}/api/v4", private_token: "#{username}-token")
end

def equal(seen, expected)
  raise "#{seen.inspect} is not #{expected.inspect}" unless seen == expected
end

# The message of the error with which a call must fail.
def refused(error)
  yield
rescue error => e
  e.response_message
else
  raise 'the call succeeded'
end

# Creates, reads, changes and removes a note; the client's methods are named for what the note is on.
def notes_on(kind, *place, edits: true)
  api = sign_in('maintainer')
  made = api.public_send("create_#{kind}_note", *place, 'Looks **good**.')
  equal([made.body, made.author.username, made.system], ['Looks **good**.', 'maintainer', false])
  equal(api.public_send("#{kind}_notes", *place, sort: 'desc').first.id, made.id)
  return unless edits

  api.public_send("edit_#{kind}_note", *place, made.id, 'Looks better.')
  equal(api.public_send("#{kind}_note", *place, made.id).body, 'Looks better.')
  api.public_send("delete_#{kind}_note", *place, made.id)
  equal(refused(Gitlab::Error::NotFound) { api.public_send("#{kind}_note", *place, made.id) }, '404 Not found')
end

step 'signs in, and is refused without a valid token' do
  equal(sign_in('developer').user.username, 'developer')
  equal(refused(Gitlab::Error::Unauthorized) { sign_in('nobody').user }, '401 Unauthorized')
end

step 'writes notes' do
  notes_on('issue', 'acme/web', 1)
  notes_on('merge_request', 'acme/web', 1)
  notes_on('snippet', 'acme/web', 401)
  notes_on('epic', 'acme', 501, edits: false)
end

step 'lists by pages' do
  page = sign_in('maintainer').pipelines('acme/web', per_page: 25)
  equal([page.length, page.has_next_page?, page.has_prev_page?], [25, true, false])
  equal(page.next_page.length, 25)
  equal(page.last_page.length, 10)
  equal(page.auto_paginate.map(&:id).uniq.length, 60)
  equal(sign_in('root').users(per_page: 4).lazy_paginate.take(6).map(&:id).to_a.uniq.length, 6)
end

step 'creates, cancels, retries and removes a pipeline' do
  api = sign_in('maintainer')
  made = api.create_pipeline('acme/web', 'main', { 'DEPLOY_TO' => 'production' })
  equal([made.ref, made.user.username], %w[main maintainer])
  equal(api.pipeline('acme/web', made.id).sha, made.sha)
  equal(api.cancel_pipeline('acme/web', made.id).status, 'canceled')
  equal(api.retry_pipeline('acme/web', made.id).status, 'pending')
  refused(Gitlab::Error::Forbidden) { api.delete_pipeline('acme/web', made.id) }
  sign_in('owner').delete_pipeline('acme/web', made.id)
  refused(Gitlab::Error::NotFound) { api.pipeline('acme/web', made.id) }
  failed = api.pipelines('acme/web', status: 'failed').map(&:status).uniq
  equal(failed, ['failed'])
end

step 'reads and changes groups' do
  api = sign_in('owner')
  equal(api.groups(owned: true, top_level_only: true).map(&:full_path), %w[acme partners skunkworks])
  equal(api.group_search('front').map(&:full_path), ['acme/frontend'])
  equal(api.group_subgroups('acme').map(&:path), %w[backend frontend museum])
  equal(api.group_projects('acme', include_subgroups: true, per_page: 100).auto_paginate.map(&:path_with_namespace).include?('acme/web'), true)
  api.edit_group('acme/frontend', description: 'Pages.')
  equal(api.group('acme/frontend').description, 'Pages.')
  api.sync_ldap_group('acme')
end

step 'manages users' do
  api = sign_in('root')
  made = api.create_user('ada@example.com', 'correct horse battery', 'ada', { name: 'Ada', skip_confirmation: true })
  equal(api.user(made.id).username, 'ada')
  nickname = DIALECT == 'gitlab' ? :twitter : :microblog
  equal(api.edit_user(made.id, { nickname => 'ada', bio: 'Counts.' }).to_h.values_at(nickname.to_s, 'bio'), ['ada', 'Counts.'])
  taken = refused(Gitlab::Error::Conflict) do
    api.create_user('eda@example.com', 'correct horse battery', 'ada', { name: 'Eda' })
  end
  equal(taken, 'Username has already been taken')
  api.delete_user(made.id)
  equal(api.user_search('develop').map(&:username).include?('developer'), true)
  equal(api.activities(from: '2025-12-30').map(&:username).include?('developer'), true)
end

step 'registers, changes and removes a runner' do
  api = sign_in('root')
  made = api.register_runner('instance-registration-token', { description: 'Anew', tag_list: 'linux' })
  equal(api.runner(made.id).tag_list, ['linux'])
  equal(api.update_runner(made.id, { description: 'Builds', active: false }).active, false)
  api.verify_auth_registered_runner(made.token)
  equal(api.all_runners(per_page: 100).map(&:id).include?(made.id), true)
  api.delete_registered_runner(made.token)
  refused(Gitlab::Error::Forbidden) { api.verify_auth_registered_runner(made.token) }
  web = sign_in('maintainer').runners(per_page: 100).find { |one| one.name == 'web-01' }
  equal(api.runner_jobs(web.id, status: 'failed').map(&:status).uniq, ['failed'])
  api.project_enable_runner('acme/vault', web.id)
  equal(api.project_runners('acme/vault', type: 'project_type').map(&:name), ['web-01'])
  api.project_disable_runner('acme/vault', web.id)
  equal(api.group_runners('acme').map(&:name).include?('acme-01'), true)
end

step 'manages links of a release' do
  api = sign_in('maintainer')
  equal(api.project_release_links('acme/web', 'v1.0').map(&:link_type).sort, %w[image other package runbook])
  made = api.create_project_release_link('acme/web', 'v1.0', { name: 'Notes', url: 'https://example.com/notes' })
  changed = api.update_project_release_link('acme/web', 'v1.0', made.id, { name: 'Hints', url: made.url })
  equal(changed.name, 'Hints')
  equal(api.delete_project_release_link('acme/web', 'v1.0', made.id).id, made.id)
  refused(Gitlab::Error::NotFound) { api.project_release_link('acme/web', 'v1.0', made.id) }
end

step 'acts as another user' do
  # The client keeps sudo for the class, until the next client is created.
  equal(Gitlab.client(endpoint: "#{URL}/api/v4", private_token: 'root-token', sudo: 'reporter').user.username, 'reporter')
  equal(sign_in('root').user.username, 'root')
end

step 'reads errors' do
  api = sign_in('maintainer')
  # The client turns hashes into objects.
  equal(refused(Gitlab::Error::BadRequest) { api.create_pipeline('acme/web', 'no-such-branch') }.to_h, { 'base' => ['Reference not found'] })
  equal(refused(Gitlab::Error::NotFound) { sign_in('guest').group('no-such') }, '404 Group Not Found')
  refused(Gitlab::Error::Forbidden) { sign_in('guest').create_pipeline('acme/web', 'main') }
  api.create_issue_note('acme/web', 1, '')
rescue Gitlab::Error::BadRequest => e
  raise unless e.message.include?("can't be blank")
else
  raise 'an empty note was taken'
end

STEPS.each do |name, walk|
  walk.call
  puts "ok #{name}"
end
