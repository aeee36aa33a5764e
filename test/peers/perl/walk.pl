# Walks GitLab::API::v4, unmodified, as its users do: sign in, list by pages, write, read the errors.
#
# Called with the address of a platform that holds the demo, and with the dialect. Prints a line for each step, and ends with an
# error at the first that fails.

use strict;
use warnings;

use GitLab::API::v4;

my ($url, $dialect) = @ARGV;

sub sign_in {
    my ($username, %options) = @_;
    return GitLab::API::v4->new(url => "$url/api/v4", private_token => "$username-token", %options);
}

sub equal {
    my ($seen, $expected) = @_;
    ($seen, $expected) = map { ref $_ ? join ',', map { $_ // 'nothing' } @$_ : $_ // 'nothing' } $seen, $expected;
    die "$seen is not $expected\n" if $seen ne $expected;
}

# The message of the error with which a call must fail.
sub refused {
    my ($status, $call) = @_;
    die "the call succeeded\n" if eval { $call->(); 1 };
    my $error = $@;
    die "$error: not a $status\n" unless $error =~ /\b$status\b/;
    return $error;
}

# Creates, reads, changes and removes a note; the client's methods are named for what the note is on.
sub notes_on {
    my ($kind, @place) = @_;
    my $api = sign_in('maintainer');
    my ($create, $list, $get, $edit, $delete) = map { sprintf $_, $kind } qw( create_%s_note %s_notes %s_note edit_%s_note delete_%s_note );
    my $made = $api->$create(@place, {body => 'Looks **good**.'});
    equal([$made->{body}, $made->{author}{username}], ['Looks **good**.', 'maintainer']);
    equal($api->$list(@place, {sort => 'desc'})->[0]{id}, $made->{id});
    $api->$edit(@place, $made->{id}, {body => 'Looks better.'});
    equal($api->$get(@place, $made->{id})->{body}, 'Looks better.');
    $api->$delete(@place, $made->{id});
    # A GET of a missing record returns nothing, without an error.
    equal($api->$get(@place, $made->{id}), undef);
}

my @steps = (
    'signs in, and is refused without a valid token' => sub {
        equal(sign_in('developer')->current_user()->{username}, 'developer');
        my $bearer = GitLab::API::v4->new(url => "$url/api/v4", access_token => 'owner-token');
        equal($bearer->current_user()->{username}, 'owner');
        refused(401, sub { sign_in('nobody')->current_user() });
    },
    'writes notes' => sub {
        notes_on('issue', 'acme/web', 1);
        notes_on('merge_request', 'acme/web', 1);
        notes_on('snippet', 'acme/web', 401);
    },
    'lists by pages' => sub {
        my $pages = sign_in('maintainer')->paginator('pipelines', 'acme/web', {per_page => 25});
        my %seen = map { $_->{id} => 1 } @{$pages->all()};
        equal(scalar(keys %seen), 60);
        $pages->reset();
        equal(scalar(@{$pages->next_page()}), 25);
        my $users = sign_in('root')->paginator('users', {per_page => 4});
        my %names;
        while (my $user = $users->next()) { $names{$user->{username}} = 1 }
        equal($names{developer}, 1);
    },
    'creates, cancels, retries and removes a pipeline' => sub {
        my $api = sign_in('maintainer');
        my $made = $api->create_pipeline('acme/web', {ref => 'main', variables => [{key => 'A', value => '1'}]});
        equal([$made->{ref}, $made->{user}{username}], ['main', 'maintainer']);
        equal($api->pipeline('acme/web', $made->{id})->{sha}, $made->{sha});
        equal($api->cancel_pipeline_jobs('acme/web', $made->{id})->{status}, 'canceled');
        equal($api->retry_pipeline_jobs('acme/web', $made->{id})->{status}, 'pending');
        refused(403, sub { $api->delete_pipeline('acme/web', $made->{id}) });
        sign_in('owner')->delete_pipeline('acme/web', $made->{id});
        equal($api->pipeline('acme/web', $made->{id}), undef);
    },
    'reads and changes groups' => sub {
        my $api = sign_in('owner');
        equal([map { $_->{full_path} } @{$api->groups({owned => 'true', top_level_only => 'true'})}], ['acme', 'partners', 'skunkworks']);
        equal([map { $_->{path} } @{$api->group_subgroups('acme')}], ['backend', 'frontend', 'museum']);
        $api->edit_group('acme/frontend', {description => 'Pages.'});
        equal($api->group('acme/frontend')->{description}, 'Pages.');
        $api->sync_group_with_ldap('acme');
        equal($api->group('no-such'), undef);
    },
    'manages users' => sub {
        my $api = sign_in('root');
        # These two methods return nothing.
        my $ada = {username => 'ada', name => 'Ada', email => 'ada@example.com', password => 'correct horse battery'};
        $api->create_user($ada);
        my ($made) = @{$api->users({username => 'ada'})};
        my $nickname = $dialect eq 'gitlab' ? 'twitter' : 'microblog';
        $api->edit_user($made->{id}, {$nickname => 'ada', bio => 'Counts.'});
        my $changed = $api->user($made->{id});
        equal([@$changed{$nickname, 'bio'}], ['ada', 'Counts.']);
        my $again = {username => 'ada', name => 'Eda', email => 'eda@example.com', password => 'correct horse battery'};
        refused(409, sub { $api->create_user($again) });
        my ($developer) = @{$api->users({username => 'developer'})};
        equal((grep { $_->{source_name} eq 'Acme' } @{$api->user_memberships($developer->{id})}) > 0, 1);
        equal((grep { $_->{username} eq 'developer' } @{$api->all_user_activities({from => '2025-12-30'})}) > 0, 1);
        $api->delete_user($made->{id}, {hard_delete => 'true'});
        equal($api->user($made->{id}), undef);
    },
    'manages runners' => sub {
        my $api = sign_in('root');
        my ($web) = grep { $_->{name} eq 'web-01' } @{sign_in('maintainer')->runners({per_page => 100})};
        equal($api->update_runner($web->{id}, {description => 'Builds'})->{description}, 'Builds');
        equal($api->runner($web->{id})->{description}, 'Builds');
        equal((grep { $_->{status} ne 'failed' } @{$api->runner_jobs($web->{id}, {status => 'failed'})}) || 0, 0);
        equal((grep { $_->{id} == $web->{id} } @{$api->all_runners({per_page => 100})}) > 0, 1);
        $api->enable_project_runner('acme/vault', {runner_id => $web->{id}});
        equal([map { $_->{name} } @{$api->project_runners('acme/vault', {type => 'project_type'})}], ['web-01']);
        $api->disable_project_runner('acme/vault', $web->{id});
    },
    'manages links of a release' => sub {
        my $api = sign_in('maintainer');
        equal([sort map { $_->{link_type} } @{$api->release_links('acme/web', 'v1.0')}], ['image', 'other', 'package', 'runbook']);
        my $made = $api->create_release_link('acme/web', 'v1.0', {name => 'Notes', url => 'https://example.com/notes'});
        equal($api->update_release_link('acme/web', 'v1.0', $made->{id}, {name => 'Hints'})->{name}, 'Hints');
        $api->delete_release_link('acme/web', 'v1.0', $made->{id});
        equal($api->release_link('acme/web', 'v1.0', $made->{id}), undef);
    },
    'acts as another user' => sub {
        equal(sign_in('root', sudo_user => 'reporter')->current_user()->{username}, 'reporter');
        refused(403, sub { sign_in('maintainer', sudo_user => 'reporter')->current_user() });
    },
    'reads errors' => sub {
        my $message = refused(400, sub { sign_in('maintainer')->create_pipeline('acme/web', {ref => 'no-such-branch'}) });
        die $message unless $message =~ /Reference not found/;
        refused(403, sub { sign_in('guest')->create_pipeline('acme/web', {ref => 'main'}) });
        $message = refused(400, sub { sign_in('maintainer')->create_issue_note('acme/web', 1, {body => ''}) });
        # The client shortens bodies.
        die $message unless $message =~ /Bad request - Note/;
    },
);

while (my ($name, $walk) = splice @steps, 0, 2) {
    eval { $walk->(); 1 } or die "$name: $@\n";
    print "ok $name\n";
}
