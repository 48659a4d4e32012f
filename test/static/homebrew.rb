# Installs by a formula what Homebrew would, on Linux and a processor of Intel.
#
# usage: homebrew.rb FORMULA ARCHIVE PREFIX   (ARCHIVE is the file that the formula's url will serve)
require "digest"
require "fileutils"
require "pathname"
require "tmpdir"

# A folder of the prefix, with the methods of Homebrew's Pathname that the formula calls.
class Keg
  def initialize(path) = @path = path
  def to_s = @path.to_s

  def install(*sources)
    FileUtils.mkdir_p(@path)
    sources.flatten.each { |source| FileUtils.cp(source, @path, preserve: true) }
  end

  def install_symlink(links) = links.each { |target, name| FileUtils.ln_s(target, @path + name) }
end

class Formula
  FOLDERS = {bin: "bin", man1: "share/man/man1", bash_completion: "etc/bash_completion.d", doc: "share/doc/structural",
             zsh_completion: "share/zsh/site-functions", fish_completion: "share/fish/vendor_completions.d"}

  class << self
    attr_reader :values, :tested

    def inherited(formula) = formula.instance_variable_set(:@values, {})
    def on_intel = yield
    def on_arm = nil
    def depends_on(what) = what == :linux || raise("depends on #{what}")
    def test(&block) = @tested = block

    %i[desc homepage version license url sha256].each { |name| define_method(name) { |value| @values[name] = value } }
  end

  def initialize(prefix) = @prefix = Pathname.new(prefix)
  def version = self.class.values[:version]
  def shell_output(command) = `#{command}`
  def assert_match(expected, actual) = actual.include?(expected) || raise("#{actual} is not #{expected}")

  FOLDERS.each { |name, path| define_method(name) { Keg.new(@prefix + path) } }
end

file, archive, prefix = ARGV.map { |path| File.expand_path(path) }
load file
values = Structural.values
raise "sha256 of #{archive}" unless values[:sha256] == Digest::SHA256.file(archive).hexdigest
raise "url #{values[:url]}" unless File.basename(values[:url]) == File.basename(archive)
raise "desc has more than 80 characters" if values[:desc].size > 80
Dir.mktmpdir do |folder|
  system("tar", "-xzf", archive, "-C", folder, exception: true)
  formula = Structural.new(prefix)
  Dir.chdir(folder) { formula.install }
  formula.instance_exec(&Structural.tested)
end
